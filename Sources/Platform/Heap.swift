import CLinux

/// What malloc keeps beyond what is in use.
package enum Heap {
    /// Has large blocks, from 128 KiB on, go back to the system as soon as they are freed, and takes no more of it at a time than is
    /// asked for, for as long as the program runs.
    ///
    /// Otherwise the largest that was ever freed, up to 32 MiB, says from which size on a block is one of its own; whatever is smaller
    /// stays with the program, and loading a model frees a few large ones. And each thread's heap grows by 128 KiB more than it
    /// needs, which was 0.8 MB of an appliance with a wake phrase, in no less time.
    ///
    /// Source: mallopt(3), M_MMAP_THRESHOLD and M_TOP_PAD.
    package static func keepLittle() {
        clinux_limit_heap(128 << 10, 4 << 10)
    }
}

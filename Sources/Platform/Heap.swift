import CLinux

/// What malloc keeps of the memory that was freed.
package enum Heap {
    /// Has large blocks, from 128 KiB on, go back to the system as soon as they are freed, for as long as the program runs.
    ///
    /// Otherwise the largest that was ever freed, up to 32 MiB, says from which size on a block is one of its own; whatever is smaller
    /// stays with the program, and loading a model frees a few large ones (Figures, "Cost").
    ///
    /// Source: mallopt(3), M_MMAP_THRESHOLD.
    package static func giveBackLargeBlocks() {
        clinux_map_large_blocks(128 << 10)
    }
}

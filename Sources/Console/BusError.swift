import CLinux

/// What the kernel does to a program that reads a file into which somebody writes: models are mapped, not copied, so that all
/// decoders share them, and a page that is gone by the time it is read ends the process with SIGBUS.
package enum BusError {
    /// Has the end explained on standard error; what held the outputs safe at any crash does so at this one. To be called before
    /// there are other threads.
    package static func explain() {
        let text: StaticString =
            "earshot: a file of a model has become shorter while it was in use, or its disk fails; install it again\n"
        text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount + 1) {
            clinux_say_at_bus_error($0)
        }
    }
}

import Glibc
import Platform

/// SIGHUP as something to look for: a program that has no terminal to lose is asked by it to read its configuration again.
///
/// ```swift
/// let hangup = try HangupSignal()     // on the first thread, before there are others
/// if hangup.take() { reload() }
/// ```
package final class HangupSignal: Sendable {
    private let signal: SignalDescriptor

    /// Blocks the signal on the calling thread, and on threads that are started from it, for good.
    ///
    /// - Throws: `ApplianceError.unavailable` when the process has no descriptors left.
    package init() throws(ApplianceError) {
        do {
            signal = try SignalDescriptor(SIGHUP)
        } catch {
            throw .unavailable("cannot wait for signals (\(error)); allow more open files with 'ulimit -n'")
        }
    }

    /// Whether the signal has come since this was asked before.
    package func take() -> Bool { signal.take() }
}

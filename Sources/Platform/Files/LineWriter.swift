import Glibc
import Synchronization

/// Lines on their way to a descriptor, written by a thread of their own: a stalled reader delays no caller.
///
/// A full pipe, a terminal after Ctrl-S and a full disk cost memory up to a limit, and after that lines, but no time. What
/// finds no room is counted; once half of it is free again, a notice of how many are missing stands in their place. A line
/// that cannot be written is tried again every second; only a reader that has gone (EPIPE) is given up.
///
/// Any thread may write; lines of several do not mix.
///
/// ```swift
/// let output = LineWriter(STDOUT_FILENO)
/// output.write("motor on") { "\($0) lines are missing here" }
/// let lost = output.finish(within: .seconds(1))
/// ```
package final class LineWriter: Sendable {
    private struct State {
        /// What waits, the oldest first.
        var lines: ArraySlice<String> = []
        /// Of the lines that wait, the one being written among them.
        var bytes = 0
        /// Lines that found no room since the last notice.
        var lost = 0
        var failure: Int32 = 0
    }

    private let descriptor: Int32
    private let capacity: Int
    private let state = Mutex(State())
    private let thread = OnDemandThread(name: "earshot-lines")

    /// - Parameters:
    ///   - descriptor: Stays open for as long as this is used.
    ///   - capacity: Bytes that may wait: by default an hour or so of what an appliance tells.
    package init(_ descriptor: Int32, capacity: Int = 1 << 20) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Why the newest attempt to write failed, as an errno; 0 when it did not.
    package var failure: Int32 { state.withLock { $0.failure } }

    /// Writes a line, in its turn; returns at once.
    ///
    /// - Parameters:
    ///   - line: Without its line break.
    ///   - notice: The line that stands for so many that were lost before this one.
    package func write(_ line: String, afterLosing notice: (Int) -> String) {
        let isRead = state.withLock { state in
            guard state.failure != EPIPE else { return false }
            if state.lost > 0, state.bytes <= capacity / 2 {
                append(notice(state.lost), to: &state)
                state.lost = 0
            }
            if state.lost == 0, state.bytes + line.utf8.count < capacity {
                append(line, to: &state)
            } else {
                state.lost += 1
            }
            return true
        }
        // If no thread can be created, the next line tries again.
        if isRead { try? thread.run { [self] in writeAll() } }
    }

    /// Waits until all is written, but not longer than `limit`.
    ///
    /// - Returns: How many lines are lost without a notice: those that still wait, and those that found no room. 0 when the
    ///   reader has gone.
    package func finish(within limit: Duration) -> Int {
        thread.settle(within: limit)
        return state.withLock { $0.lines.count + $0.lost }
    }

    private func append(_ line: String, to state: inout State) {
        state.lines.append(line + "\n")
        state.bytes += line.utf8.count + 1
    }

    // MARK: - The thread

    private func writeAll() {
        // The oldest line stays queued while it is written.
        while let line = state.withLock({ $0.lines.first }) {
            let failure = put(line)
            state.withLock { state in
                state.failure = failure
                if failure == EPIPE {
                    state = State(failure: EPIPE)
                } else {
                    state.bytes -= state.lines.removeFirst().utf8.count
                }
            }
        }
    }

    /// Writes the whole of `line`, however long it takes; an errno only when there is no reader any more.
    private func put(_ line: String) -> Int32 {
        do {
            // One call a line, as a rule, so that lines of several processes do not mix.
            try Descriptors.write(line, to: descriptor) { failure in
                guard failure != EPIPE else { return false }
                waitForRoom(after: failure)
                return true
            }
            return 0
        } catch {
            return error.code
        }
    }

    private func waitForRoom(after failure: Int32) {
        if failure != EAGAIN { state.withLock { $0.failure = failure } }
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // poll reports a full disk as writable.
        if failure == EAGAIN { poll(&room, 1, 1000) } else { sleep(1) }
    }
}

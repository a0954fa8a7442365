import Glibc
import Platform

/// Enter on a keyboard, in place of a talk button. Owned by one thread.
struct TalkKey {
    /// Readable when a line has been typed.
    let descriptor: Int32
    /// Whether the button is down, where it is held.
    private(set) var isDown = false
    private var hasEnded = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether it may be looked at: not after its end, and not in the background, where reading a terminal stops a process.
    var isPresent: Bool {
        let foreground = tcgetpgrp(descriptor)
        return !hasEnded && (foreground == -1 || foreground == getpgrp())
    }

    /// Whether a line has been typed since this was asked before.
    mutating func wasStruck() -> Bool {
        guard isPresent, !Descriptors.waitUntilReadable([descriptor], within: .zero).isEmpty else {
            return false
        }
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &line, line.count)
        hasEnded = count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
        return count > 0 && line[..<count].contains(UInt8(ascii: "\n"))
    }

    mutating func turn() {
        isDown.toggle()
    }
}

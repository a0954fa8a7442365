import Glibc

/// One program at the other end of an ``EventServer``: what it has sent and not been answered, and what waits for it. Nothing
/// here waits. Owned by one thread, which closes the descriptor.
struct SocketReader {
    /// What there is to read.
    enum Input {
        /// Nothing yet, or nothing any more while it still listens.
        case nothing
        case line([UInt8])
        /// A line without an end.
        case tooLong
        /// The connection is broken.
        case gone
    }

    let descriptor: Int32
    /// Whether it is told what happens.
    var isGreeted = false
    /// Whether its request is being answered.
    var awaitsReply = false
    /// When it is let go, with what it has by then; nil for not at all.
    private(set) var deadline: Duration?

    private var input: [UInt8] = []
    /// Whether it may send more.
    private var isOpen = true
    private var output: ArraySlice<[UInt8]> = []
    /// How much of the first line has been sent.
    private var sent = 0
    private var waiting = 0

    /// - Parameter descriptor: A connection.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Whether something waits for it.
    var hasOutput: Bool { !output.isEmpty }

    /// What poll is to look for.
    var interest: pollfd {
        var events: Int32 = hasOutput ? POLLOUT : 0
        if isOpen, !awaitsReply, deadline == nil { events |= POLLIN }
        return pollfd(fd: descriptor, events: Int16(events), revents: 0)
    }

    /// Adds a line to what waits; false if too much does.
    mutating func add(_ line: String) -> Bool {
        guard deadline == nil else { return true }
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        guard waiting + bytes.count <= EventServer.mostWaiting else { return false }
        output.append(bytes)
        waiting += bytes.count
        return true
    }

    /// Forgets what waits, but for the line that has been begun, and says a last one; nothing comes after it.
    mutating func end(with line: String, by deadline: Duration) {
        output = sent > 0 ? output.prefix(1) : []
        waiting = output.first?.count ?? 0
        _ = add(line)
        self.deadline = deadline
    }

    /// Sends what the connection takes; false if it is broken.
    @discardableResult
    mutating func write() -> Bool {
        while let line = output.first {
            let count = line.withUnsafeBytes { bytes in
                send(
                    descriptor, bytes.baseAddress! + sent, bytes.count - sent,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
            sent += count
            guard sent == line.count else { return true }
            waiting -= line.count
            output.removeFirst()
            sent = 0
        }
        return true
    }

    /// The next line that it sent, without its line break; empty lines are passed over.
    mutating func nextLine() -> Input {
        while true {
            if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(input[..<end])
                input.removeFirst(end + 1)
                if line.isEmpty || line == [UInt8(ascii: "\r")] { continue }
                return line.count <= EventServer.longestLine ? .line(line) : .tooLong
            }
            if input.count > EventServer.longestLine { return .tooLong }
            guard isOpen else { return .nothing }
            var bytes = [UInt8](repeating: 0, count: EventServer.longestLine)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .gone }
            if count == 0 {
                // It has said all, and may still listen; poll tells when it is gone.
                isOpen = false
                return .nothing
            }
            input += bytes[..<count]
        }
    }
}

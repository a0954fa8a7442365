import Glibc
import Platform

/// A program that is given text on its standard input, and is started again when it has ended.
///
/// A piece is the program's once it has read all of it; what it has not when it ends is given to the next one, whole.
struct ProgramDestination: SinkDestination {
    /// How long is waited for what.
    struct Limits: Sendable {
        /// It is likely to stay after this.
        var steady = Duration.seconds(10)
        /// For it to read what lies in its pipe, at the end.
        var read = Duration.seconds(1)
        /// For its end, once there is no more for it; then it is told to end, and after ``kill`` more made to.
        var end = Duration.seconds(2)
        var kill = Duration.seconds(1)
    }

    /// A piece that lies in the pipe.
    private struct Sent {
        let piece: SinkPiece
        /// How many bytes were written up to its end.
        let end: Int
    }

    private let arguments: [String]
    private let format: SinkOptions.Format
    private let limits: Limits
    private let clock: any TimeSource
    private var program: ChildProcess?
    private var startedAt = Duration.zero
    /// When it began to read no more, while it still runs.
    private var hungUpAt: Duration?
    /// Whether it was told to end for that.
    private var isToldToEnd = false
    /// What of a piece was not written yet.
    private var rest: ArraySlice<UInt8> = []
    private var sent: [Sent] = []
    private var writtenBytes = 0
    private var readBytes = 0
    private(set) var unreadSince: Duration?
    var unreadTexts: Int { sent.map(\.piece).textCount }

    init(
        _ arguments: [String], _ format: SinkOptions.Format, limits: Limits = Limits(),
        clock: any TimeSource = MonotonicClock()
    ) {
        self.arguments = arguments
        self.format = format
        self.limits = limits
        self.clock = clock
    }

    var title: String { "the program '\(arguments[0])'" }

    var patience: Duration? {
        if hungUpAt != nil { return .milliseconds(20) }
        return sent.isEmpty && rest.isEmpty ? nil : .seconds(1)
    }

    func interest(isTaking: Bool) -> pollfd {
        let descriptor = hungUpAt == nil ? program?.inputDescriptor ?? -1 : -1
        return pollfd(fd: descriptor, events: Int16(isTaking ? POLLOUT : 0), revents: 0)
    }

    func isSteady(at now: Duration) -> Bool { program != nil && now - startedAt >= limits.steady }

    mutating func attend(at now: Duration) throws(SinkTrouble) {
        guard let program else { return try start(at: now) }
        forgetWhatIsRead(at: now)
        if let end = program.end {
            let reason =
                isToldToEnd
                ? "closed its standard input, so it was ended and is started again"
                : "ended \(end); its own messages may say why, and it is started again"
            throw SinkTrouble(reason, givingBack: giveUp())
        }
        guard program.hasHungUp else { return }
        let hungUpAt = hungUpAt ?? now
        self.hungUpAt = hungUpAt
        guard now - hungUpAt >= limits.end else { return }
        program.signal(SIGTERM)
        isToldToEnd = true
        guard now - hungUpAt >= limits.end + limits.kill else { return }
        throw SinkTrouble(
            "closed its standard input and did not end; it is started again", givingBack: giveUp())
    }

    private mutating func start(at now: Duration) throws(SinkTrouble) {
        do {
            program = try ChildProcess(arguments)
            startedAt = now
        } catch {
            throw SinkTrouble("cannot be started (\(error)); correct 'program' under 'dictation: to:'")
        }
    }

    mutating func put(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress {
        guard let program, hungUpAt == nil else { return .waiting }
        if rest.isEmpty {
            guard let bytes = piece.bytes(in: format) else { return .done }
            rest = bytes[...]
        }
        let count = program.write(rest)
        rest = rest.dropFirst(count)
        writtenBytes += count
        guard rest.isEmpty else { return .waiting }
        sent.append(Sent(piece: piece, end: writtenBytes))
        return .done
    }

    private mutating func forgetWhatIsRead(at now: Duration) {
        let before = readBytes
        if let program { readBytes = writtenBytes - program.unreadBytes }
        sent.removeAll { $0.end <= readBytes }
        if readBytes == writtenBytes {
            unreadSince = nil
        } else if unreadSince == nil || readBytes > before {
            unreadSince = now
        }
    }

    /// Lets go of the program, and returns what it has not read.
    private mutating func giveUp() -> [SinkPiece] {
        defer {
            program = nil
            hungUpAt = nil
            isToldToEnd = false
            rest = []
            sent = []
            writtenBytes = 0
            readBytes = 0
            unreadSince = nil
        }
        return takeBack()
    }

    /// Takes out of the pipe what the program has not read, so that nobody gets it twice.
    private mutating func takeBack() -> [SinkPiece] {
        if let program { readBytes = writtenBytes - program.takeBackInput() }
        return sent.filter { $0.end > readBytes }.map(\.piece)
    }

    mutating func close() -> [SinkPiece] {
        guard let program else { return [] }
        let readEnd = clock.now + limits.read
        while hasUnread(), program.end == nil, !program.hasHungUp, clock.now < readEnd { usleep(2000) }
        let unread = takeBack()
        program.closeInput()
        wait(for: program, within: limits.end)
        program.signal(SIGTERM)
        wait(for: program, within: limits.kill)
        // Who has not ended by now is killed with the last reference to it.
        _ = giveUp()
        return unread
    }

    private mutating func hasUnread() -> Bool {
        forgetWhatIsRead(at: clock.now)
        return !sent.isEmpty
    }

    private func wait(for program: ChildProcess, within limit: Duration) {
        let end = clock.now + limit
        while program.end == nil, clock.now < end { usleep(2000) }
    }
}

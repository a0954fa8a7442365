import Glibc
import Platform

/// A descriptor that others have opened, such as standard output: text of which each reader sees what comes while it reads.
struct OutputDestination: SinkDestination {
    private let descriptor: Int32
    private let format: SinkOptions.Format
    private let write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    private var rest: ArraySlice<UInt8> = []
    /// Whether it has taken the beginning of a piece, which will be written again.
    private var endsWithinPiece = false
    /// Whether some of the piece that is being written was taken.
    private var isBegun = false
    /// A pipe that has room at all has as much (pipe(7), PIPE_BUF).
    private static let portion = 4096

    /// - Parameter write: What may fail of a disk that is full; tests put others in.
    init(
        _ descriptor: Int32, _ format: SinkOptions.Format,
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int = {
            Glibc.write($0, $1.baseAddress, $1.count)
        }
    ) {
        self.descriptor = descriptor
        self.format = format
        self.write = write
    }

    var title: String { "standard output" }

    func interest(isTaking: Bool) -> pollfd {
        pollfd(fd: isTaking ? descriptor : -1, events: Int16(POLLOUT), revents: 0)
    }

    mutating func attend(at now: Duration) throws(SinkTrouble) {
        guard !Journal.reads(descriptor) else {
            throw SinkTrouble(
                "is the journal, in which no words are kept; write 'file: /var/lib/earshot/text.txt' in place of 'stdout'",
                isFinal: true)
        }
    }

    mutating func put(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress {
        if rest.isEmpty {
            guard let bytes = piece.bytes(in: format) else { return .done }
            // What is written again is a line of its own.
            rest = (endsWithinPiece ? [UInt8(ascii: "\n")] + bytes : bytes)[...]
            isBegun = false
        }
        var room = interest(isTaking: true)
        while !rest.isEmpty, poll(&room, 1, 0) > 0 {
            let count = rest.prefix(Self.portion).withUnsafeBytes { write(descriptor, $0) }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: return .waiting
                case EPIPE, EBADF:
                    throw SinkTrouble("has no reader any more; text for it is lost", isFinal: true)
                default:
                    // It may be taken back before it is tried again, whole.
                    rest = []
                    if isBegun { endsWithinPiece = true }
                    throw SinkTrouble("takes no text (\(systemText(errno))); is its disk full?")
                }
            }
            rest = rest.dropFirst(count)
            if count > 0 { (isBegun, endsWithinPiece) = (true, false) }
        }
        return rest.isEmpty ? .done : .waiting
    }
}

import Glibc
import Platform

/// A descriptor that others have opened, such as standard output: text of which each reader sees what comes while it reads.
struct OutputDestination: SinkDestination {
    private let descriptor: Int32
    private let format: SinkOptions.Format
    private var rest: ArraySlice<UInt8> = []
    /// A pipe that has room at all has as much (pipe(7), PIPE_BUF).
    private static let portion = 4096

    init(_ descriptor: Int32, _ format: SinkOptions.Format) {
        self.descriptor = descriptor
        self.format = format
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
            rest = bytes[...]
        }
        var room = interest(isTaking: true)
        while !rest.isEmpty, poll(&room, 1, 0) > 0 {
            let count = rest.prefix(Self.portion).withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: return .waiting
                case EPIPE, EBADF:
                    throw SinkTrouble("has no reader any more; text for it is lost", isFinal: true)
                default:
                    // It may be taken back before it is tried again, whole.
                    rest = []
                    throw SinkTrouble("takes no text (\(systemText(errno))); is its disk full?")
                }
            }
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty ? .done : .waiting
    }
}

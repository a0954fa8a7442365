import Glibc
import Platform
import Testing

/// A socket at which somebody listens, who answers nobody, and where as many wait already as may.
final class FrozenAppliance {
    private let listener: Int32
    private var waiting: [Int32] = []

    init(at path: String) throws {
        listener = LocalSocket.make()
        let bound = LocalSocket.withAddress(of: path) { bind(listener, $0, $1) }
        try #require(bound == 0 && listen(listener, 0) == 0)
        var isFull = false
        while !isFull, waiting.count < 100 {
            let socket = LocalSocket.make()
            waiting.append(socket)
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            isFull = LocalSocket.withAddress(of: path) { connect(socket, $0, $1) } != 0 && errno == EAGAIN
        }
        try #require(isFull)
    }

    deinit {
        for socket in waiting + [listener] { close(socket) }
    }
}

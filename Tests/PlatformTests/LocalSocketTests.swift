import Glibc
import Platform
import TestSupport
import Testing

@Suite struct LocalSocketTests {
    @Test("A socket that is connected waits as others do, and none remains where nobody listens")
    func connection() throws {
        let path = TemporaryFolder.ofProcess.path("local.socket")
        let listener = LocalSocket.make()
        defer { close(listener) }
        #expect(refusal(at: path) == ENOENT)
        let bound = LocalSocket.withAddress(of: path) { bind(listener, $0, $1) }
        try #require(bound == 0)
        #expect(refusal(at: path) == ECONNREFUSED)
        try #require(listen(listener, 1) == 0)
        let connection = LocalSocket.connected(to: path)
        defer { close(connection) }
        #expect(connection >= 0 && fcntl(connection, F_GETFL) & O_NONBLOCK == 0)
        #expect(fcntl(connection, F_GETFD) & FD_CLOEXEC != 0)
    }

    /// Why there is no connection; nil if there is one.
    private func refusal(at path: String) -> Int32? { LocalSocket.connected(to: path) < 0 ? errno : nil }
}

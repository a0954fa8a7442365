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

    @Test("One that listens waits for nobody, and neither it nor its connections survive exec")
    func listening() throws {
        let path = TemporaryFolder.ofProcess.path("listening.socket")
        let listener = try LocalSocket.listening(at: path, permissions: 0o640, backlog: 1)
        defer { close(listener) }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(fcntl(listener, F_GETFD) & FD_CLOEXEC != 0)
        let none = LocalSocket.nextConnection(to: listener)
        #expect(none < 0 && errno == EAGAIN)
        let program = LocalSocket.connected(to: path)
        defer { close(program) }
        let connection = LocalSocket.nextConnection(to: listener)
        defer { close(connection) }
        #expect(connection >= 0 && fcntl(connection, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("Where something is already none listens, and that stays as it is")
    func taken() throws {
        let path = TemporaryFolder.ofProcess.write("precious", to: "taken.socket")
        do {
            close(try LocalSocket.listening(at: path, permissions: 0o600, backlog: 1))
            Issue.record("it listens at a file")
        } catch {
            #expect(error.code == EADDRINUSE)
        }
        #expect(SystemFiles.text(of: path) == "precious")
    }

    /// Why there is no connection; nil if there is one.
    private func refusal(at path: String) -> Int32? { LocalSocket.connected(to: path) < 0 ? errno : nil }
}

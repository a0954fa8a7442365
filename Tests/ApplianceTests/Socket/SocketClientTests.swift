import EventSocket
import TestSupport
import Testing

/// A program that comes to the socket.
@Suite struct SocketClientTests {
    @Test("An appliance that is frozen holds no program up: it does not answer, and is asked again later")
    func frozen() throws {
        let path = TemporaryFolder.ofProcess.path("frozen-client.events")
        let frozen = try FrozenAppliance(at: path)
        let silence = EventSocketError.unavailable(
            "the appliance does not answer; 'systemctl status earshot' says how it is")
        #expect(throws: silence) { _ = try SocketClient(at: path) }
        var connection = ApplianceConnection(to: path)
        guard case .left(silence.description)? = connection.read(at: .zero).first else {
            Issue.record("it counts as there")
            return
        }
        #expect(connection.nextDeadline == .seconds(1))
        withExtendedLifetime(frozen) {}
    }
}

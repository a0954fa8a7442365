import EventSocket
import TestSupport
import Testing

/// A program that comes to the socket.
@Suite struct SocketClientTests {
    @Test("An appliance that is frozen holds no program up: it does not answer, and is asked again later")
    func frozen() throws {
        let path = TemporaryFolder.ofProcess.path("frozen-client.events")
        let frozen = try FrozenAppliance(at: path)
        #expect(throws: EventSocketError.silent) { _ = try SocketClient(at: path) }
        var connection = ApplianceConnection(to: path)
        guard case .left(.silent)? = connection.read(at: .zero).first else {
            Issue.record("it counts as there")
            return
        }
        #expect(connection.nextDeadline == .seconds(1))
        withExtendedLifetime(frozen) {}
    }

    @Test("Where no appliance listens, the message names the place and how to look for one")
    func missing() {
        let path = TemporaryFolder.ofProcess.path("no.events")
        let absence = EventSocketError.noAppliance(path: path)
        #expect(throws: absence) { _ = try SocketClient(at: path) }
        #expect(absence.description.contains("\(path); is it running ('systemctl status earshot')"))
    }
}

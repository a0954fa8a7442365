import Service
import Testing

@Suite struct HeartbeatTests {
    /// What systemd was told.
    private final class Told {
        var messages: [String] = []
    }

    private let told = Told()

    private func heartbeat(watchdog: Duration?) -> Heartbeat {
        Heartbeat(ServiceManager(watchdog: watchdog) { [told] in told.messages.append($0) })
    }

    @Test("A sign of life comes twice as often as it is looked for, however often the loop comes round")
    func beats() {
        var heartbeat = heartbeat(watchdog: .seconds(10))
        heartbeat.begin(at: .seconds(100))
        var moments: [Int] = []
        for second in 100...120 {
            heartbeat.beat(at: .seconds(second))
            if told.messages.last == "WATCHDOG=1" { moments.append(second) }
            told.messages = []
        }
        #expect(moments == [100, 105, 110, 115, 120])
        #expect(heartbeat.nextDeadline == .seconds(125))
    }

    @Test("Nobody is told of life who does not watch for it")
    func unwatched() {
        var heartbeat = heartbeat(watchdog: nil)
        heartbeat.begin(at: .zero)
        heartbeat.beat(at: .seconds(100))
        heartbeat.end()
        #expect(heartbeat.nextDeadline == nil)
        #expect(told.messages == ["READY=1", "STOPPING=1"])
    }

    @Test("A status is told when it is another one")
    func status() {
        var heartbeat = heartbeat(watchdog: nil)
        for status in ["connected", "connected", "no appliance", "connected"] { heartbeat.show(status) }
        #expect(told.messages == ["STATUS=connected", "STATUS=no appliance", "STATUS=connected"])
    }
}

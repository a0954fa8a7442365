import Glibc
import Platform
import Service
import Testing

@Suite struct ServiceProgramTests {
    /// What systemd was told.
    private final class Told {
        var messages: [String] = []
    }

    /// Has something to do three times, and is told to end at the third.
    private struct ThreeRounds: ServiceProgram {
        typealias Failure = Never

        var heartbeat: Heartbeat
        var rounds = 0
        let descriptors: [Int32] = [-1]

        func deadlines(at now: Duration) -> [Duration?] { [nil, rounds < 3 ? now : nil] }

        mutating func work() {
            rounds += 1
            if rounds == 3 { pthread_kill(pthread_self(), SIGUSR2) }
        }
    }

    @Test("A program works whenever it is time to, is said to live meanwhile, and ends by a signal")
    func rounds() throws {
        let told = Told()
        let manager = ServiceManager(watchdog: .seconds(3600)) { told.messages.append($0) }
        var program = ThreeRounds(heartbeat: Heartbeat(manager))
        program.serve(until: try SignalDescriptor(SIGUSR2))
        #expect(program.rounds == 3)
        #expect(told.messages == ["READY=1", "WATCHDOG=1", "STOPPING=1"])
    }
}

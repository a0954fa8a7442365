import Platform
import Testing

@Suite struct MachineTimeTests {
    private func moment(_ boot: String, _ uptime: Double, clock: Double) -> MachineTime {
        MachineTime(boot: boot, uptime: uptime, clock: clock)
    }

    @Test("Since the same start of the machine its uptime counts, whatever was done to the clock")
    func sameStart() {
        let now = moment("a", 100, clock: 1_000_000)
        #expect(now.since(moment("a", 40, clock: 0)) == .seconds(60))
        #expect(now.since(moment("a", 40, clock: 2_000_000)) == .seconds(60))
    }

    @Test("Over a restart of the machine the clock counts; where it was put back, no time has passed")
    func otherStart() {
        let now = moment("b", 10, clock: 1_000_000)
        #expect(now.since(moment("a", 4000, clock: 999_400)) == .seconds(600))
        #expect(now.since(moment("a", 4000, clock: 1_000_001)) == .zero)
        #expect(moment("", 10, clock: 50).since(moment("", 5, clock: 20)) == .seconds(30))
    }

    @Test("This machine's own moments go forward")
    func now() {
        let first = MachineTime.now
        let second = MachineTime.now
        #expect(!first.boot.isEmpty && first.boot == second.boot)
        #expect(second.since(first) >= .zero && second.since(first) < .seconds(10))
    }
}

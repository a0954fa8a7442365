import Platform
import TestSupport
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

    @Test(
        "A clock that was first set after a restart of the machine does not tell how long ago it was before")
    func clockNotSet() {
        func moment(_ boot: String, clock: Double, isClockSet: Bool?) -> MachineTime {
            MachineTime(boot: boot, uptime: 10, clock: clock, isClockSet: isClockSet)
        }
        let now = moment("b", clock: 1_000_000, isClockSet: true)
        #expect(now.since(moment("a", clock: 5000, isClockSet: false)) == nil)
        #expect(now.since(moment("a", clock: 999_940, isClockSet: true)) == .seconds(60))
        // While it is not set it goes on from where it was.
        let unset = moment("b", clock: 5060, isClockSet: false)
        #expect(unset.since(moment("a", clock: 5000, isClockSet: false)) == .seconds(60))
        // Set later in the same run of the machine, it counts for what was before.
        let earlier = moment("a", clock: 5000, isClockSet: false)
        let rebased = earlier.rebased(to: moment("a", clock: 999_940, isClockSet: true))
        #expect(now.since(rebased) == .seconds(60))
    }

    @Test("Whether the clock was set is told by the files of systemd-timesyncd; without it nobody knows")
    func timesync() {
        let folder = TemporaryFolder()
        #expect(MachineTime.timesyncHasSetClock(in: folder.path("timesync")) == nil)
        let files = folder.makeFolder("timesync")
        #expect(MachineTime.timesyncHasSetClock(in: files) == false)
        folder.write("", to: "timesync/synchronized")
        #expect(MachineTime.timesyncHasSetClock(in: files) == true)
    }

    @Test("This machine's own moments go forward")
    func now() throws {
        let first = MachineTime.now
        let second = MachineTime.now
        #expect(!first.boot.isEmpty && first.boot == second.boot)
        let passed = try #require(second.since(first))
        #expect(passed >= .zero && passed < .seconds(10))
    }
}

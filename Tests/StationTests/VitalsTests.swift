import Journal
import Testing

@testable import Station

@Suite struct VitalsTests {
    /// How often it beats in `span`, asked every 100 ms, with `happening` before each question.
    private func beats(
        _ vitals: inout Vitals, _ clock: DrivenClock, for span: Duration,
        _ happening: (inout Vitals, Duration) -> Void = { _, _ in }
    ) -> Int {
        let end = clock.now + span
        var count = 0
        while clock.now < end {
            clock.advance(by: .milliseconds(100))
            happening(&vitals, clock.now)
            if vitals.beats(at: clock.now) { count += 1 }
        }
        return count
    }

    @Test("While sound comes in it beats twice in the watchdog's time")
    func hearing() {
        let clock = DrivenClock()
        var vitals = Vitals(period: .seconds(10), at: clock.now)
        let count = beats(&vitals, clock, for: .seconds(60)) { $0.heard(at: $1) }
        #expect(count == 12)
    }

    @Test("Sound that stays away unannounced ends the beat, and its return begins it again")
    func stalled() {
        let clock = DrivenClock()
        var vitals = Vitals(period: .seconds(2), at: clock.now)
        _ = beats(&vitals, clock, for: .seconds(5))
        let silence = beats(&vitals, clock, for: .seconds(60))
        #expect(silence == 0)
        let count = beats(&vitals, clock, for: .seconds(3)) { $0.heard(at: $1) }
        #expect(count > 0)
    }

    @Test("A microphone that is known to be away is looked for, and the beat goes on")
    func away() {
        let clock = DrivenClock()
        var vitals = Vitals(period: .seconds(10), at: clock.now)
        vitals.microphone(isPresent: false, at: clock.now)
        let count = beats(&vitals, clock, for: .seconds(600))
        #expect(count == 120)
        vitals.microphone(isPresent: true, at: clock.now)
        _ = beats(&vitals, clock, for: .seconds(6))
        let silence = beats(&vitals, clock, for: .seconds(60))
        #expect(silence == 0, "back, but nothing comes")
    }

    @Test("An utterance that gets no answer ends the beat although sound comes in")
    func hanging() {
        let clock = DrivenClock()
        var vitals = Vitals(period: .seconds(2), at: clock.now)
        func think(_ vitals: inout Vitals, _ now: Duration) {
            vitals.heard(at: now)
            vitals.thinks(true, at: now)
        }
        let first = beats(&vitals, clock, for: .seconds(20), think)
        #expect(first > 0)
        _ = beats(&vitals, clock, for: .seconds(1), think)
        let later = beats(&vitals, clock, for: .seconds(60), think)
        #expect(later == 0)
        vitals.thinks(false, at: clock.now)
        let isAlive = vitals.beats(at: clock.now)
        #expect(isAlive)
    }
}

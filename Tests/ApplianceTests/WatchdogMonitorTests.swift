import Platform
import Service
import TestSupport
import Testing

@testable import Appliance

@Suite struct WatchdogMonitorTests {
    /// How often it beats in `span`, asked every 100 ms, with `happening` before each question.
    private func beats(
        _ watchdog: inout WatchdogMonitor, _ clock: DrivenClock, for span: Duration,
        _ happening: (inout WatchdogMonitor) -> Void = { _ in }
    ) -> Int {
        let end = clock.now + span
        var count = 0
        while clock.now < end {
            clock.advance(by: .milliseconds(100))
            happening(&watchdog)
            if watchdog.beats() { count += 1 }
        }
        return count
    }

    @Test("While sound comes in it beats twice in the watchdog's time")
    func hearing() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(10), clock: clock)
        let count = beats(&watchdog, clock, for: .seconds(60)) { $0.heard() }
        #expect(count == 12)
    }

    @Test("Sound that stays away unannounced ends the beat, and its return begins it again")
    func stalled() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(2), clock: clock)
        _ = beats(&watchdog, clock, for: .seconds(5))
        let silence = beats(&watchdog, clock, for: .seconds(60))
        #expect(silence == 0)
        let count = beats(&watchdog, clock, for: .seconds(3)) { $0.heard() }
        #expect(count > 0)
    }

    @Test("A microphone that is known to be away is looked for, and the beat goes on")
    func away() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(10), clock: clock)
        watchdog.microphone(isPresent: false)
        var searches = UInt64(0)
        let count = beats(&watchdog, clock, for: .seconds(600)) {
            searches += 1
            _ = $0.look(searches: searches / 20)
        }
        #expect(count == 120)
        watchdog.microphone(isPresent: true)
        _ = beats(&watchdog, clock, for: .seconds(6))
        let silence = beats(&watchdog, clock, for: .seconds(60))
        #expect(silence == 0, "back, but nothing comes")
    }

    @Test("A microphone that is away and not looked for any more ends the beat: what looks for it hangs")
    func standstill() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(10), clock: clock)
        watchdog.microphone(isPresent: false)
        let count = beats(&watchdog, clock, for: .seconds(60)) { _ = $0.look(searches: 7) }
        #expect(count == 12)
        let standstill = beats(&watchdog, clock, for: .seconds(60)) { _ = $0.look(searches: 7) }
        #expect(standstill <= 1)
        let hearing = watchdog.look(searches: 7)
        #expect(hearing == .hopeless(.ofSearch(.seconds(60))))
        let again = beats(&watchdog, clock, for: .seconds(1)) { _ = $0.look(searches: 8) }
        #expect(again == 1)
    }

    @Test(
        "Sound that stays away unannounced counts as lost, and then as hopeless, before the watchdog acts",
        arguments: [2, 10, 30])
    func hopeless(period: Int) {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(period), clock: clock)
        var lastBeat = Duration.zero
        var news: [(hearing: WatchdogMonitor.Hearing, at: Duration)] = []
        while clock.now < .seconds(60) {
            clock.advance(by: .milliseconds(100))
            if watchdog.beats() { lastBeat = clock.now }
            let hearing = watchdog.look(searches: nil)
            if news.last?.hearing != hearing { news.append((hearing, clock.now)) }
        }
        #expect(
            news.map(\.hearing) == [.well, .lost(.ofSound(.seconds(5))), .hopeless(.ofSound(.seconds(5)))])
        #expect(news.last.map { $0.at < lastBeat + .seconds(period) } == true)
    }

    @Test("Where no watchdog waits, sound that stays away is lost and never hopeless, and there is no beat")
    func unwatched() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: nil, clock: clock)
        let count = beats(&watchdog, clock, for: .seconds(60)) { _ = $0.look(searches: nil) }
        #expect(count == 0)
        var hearing = watchdog.look(searches: nil)
        #expect(hearing == .lost(.ofSound(.seconds(5))))
        watchdog.heard()
        hearing = watchdog.look(searches: nil)
        #expect(hearing == .well)
    }

    @Test("Time for which the whole program was stopped is no silence of the microphone's")
    func stopped() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(10), clock: clock)
        _ = beats(&watchdog, clock, for: .seconds(2)) { _ = $0.look(searches: nil) }
        clock.advance(by: .seconds(60))
        var hearing = watchdog.look(searches: nil)
        #expect(hearing == .well)
        _ = beats(&watchdog, clock, for: .seconds(2)) { _ = $0.look(searches: nil) }
        hearing = watchdog.look(searches: nil)
        #expect(hearing == .well, "four of the five seconds")
        _ = beats(&watchdog, clock, for: .seconds(2)) { _ = $0.look(searches: nil) }
        hearing = watchdog.look(searches: nil)
        #expect(hearing == .lost(.ofSound(.seconds(5))))
    }

    /// How long it beats while an utterance of this length gets no answer, to a beat or two.
    private func patience(with length: Duration) -> Duration {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(2), clock: clock)
        watchdog.turned(to: .recording)
        _ = beats(&watchdog, clock, for: length) { $0.heard() }
        watchdog.turned(to: .deciding)
        let count = beats(&watchdog, clock, for: .seconds(3_600 * 3)) { $0.heard() }
        watchdog.turned(to: .idle)
        let isAlive = watchdog.beats()
        #expect(isAlive, "there was an answer")
        return .seconds(count)
    }

    @Test("An utterance that gets no answer ends the beat although sound comes in, a long one later")
    func hanging() {
        #expect((.seconds(19)...(.seconds(25))).contains(patience(with: .seconds(2))))
        // At a real-time factor of 1.4, 24 s of it are still to be searched, and then all of it once more.
        #expect((.seconds(139)...(.seconds(141))).contains(patience(with: .seconds(60))))
        #expect((.seconds(7_219)...(.seconds(7_221))).contains(patience(with: .seconds(3_600))))
    }

    @Test("What was said before does not count: only a recording gives its answer more time")
    func waiting() {
        let clock = DrivenClock()
        var watchdog = WatchdogMonitor(period: .seconds(2), clock: clock)
        watchdog.turned(to: .listening)
        _ = beats(&watchdog, clock, for: .seconds(600)) { $0.heard() }
        watchdog.turned(to: .deciding)
        let count = beats(&watchdog, clock, for: .seconds(600)) { $0.heard() }
        #expect((20...21).contains(count))
    }
}

@Suite struct ServiceManagerTests {
    @Test("The status names the state, and why nothing is heard: short, in one line, without the remedy")
    func status() {
        let gone = "microphone 'USB' is gone; plug it in again, it will be taken up by itself"
        #expect(ServiceManager.status(of: .listening, because: gone) == "listening")
        #expect(
            ServiceManager.status(of: .unavailable, because: gone) == "unavailable: microphone 'USB' is gone")
        #expect(ServiceManager.status(of: .fault, because: "") == "fault")
        #expect(ServiceManager.status(of: .fault, because: "a\nMAINPID=1") == "fault: a MAINPID=1")
        let long = ServiceManager.status(of: .fault, because: String(repeating: "lamp ", count: 100))
        #expect(long.count == 150)
    }
}

import Platform

/// Decides when the watchdog gets its beat: while sound arrives, and is answered.
///
/// A microphone that is known to be away is being looked for without end, outputs are safe and the lights say so; a
/// restart would bring it back no sooner, and would release the outputs' lines. So that counts as alive. Sound that
/// stays away unannounced does not, nor does an utterance that gets no answer: something hangs, and only a new start
/// helps. How long an answer may take goes by the utterance, as nothing tells how far the decoder has come: dictation is
/// searched a second time when it is complete. Time is the machine's own, since the capture clock stands still when frames
/// do. Owned by one thread.
///
/// ```swift
/// var watchdog = WatchdogMonitor(period: .seconds(10))
/// watchdog.heard()
/// watchdog.turned(to: .recording)
/// if watchdog.beats() { manager.alive() }
/// ```
struct WatchdogMonitor {
    /// Silence of the capture thread up to this long is no sign of anything: it reports a stalled device itself.
    static let longestSilence = Duration.seconds(5)
    /// A command's words are found in less than a second; a board that is busy may take longer, but not this long.
    static let longestThought = Duration.seconds(20)
    /// Seconds more for each second of the utterance: a board may dictate slower than real time, but one that needs more than
    /// three seconds for each is unusable.
    static let thoughtPerSecond = 2

    /// How often it beats: half the watchdog's time, as sd_watchdog_enabled(3) asks.
    let interval: Duration

    private let clock: any TimeSource
    private var heardAt: Duration
    private var isAway = false
    private var state = ApplianceState.starting
    private var stateSince: Duration
    /// When an answer is overdue; nil while none is waited for.
    private var answerDue: Duration?
    private var nextBeat: Duration

    /// From now on sound is expected.
    ///
    /// - Parameter period: The watchdog's time.
    init(period: Duration, clock: any TimeSource = MonotonicClock()) {
        self.clock = clock
        interval = period / 2
        let now = clock.now
        heardAt = now
        stateSince = now
        nextBeat = now
    }

    /// Frames came in.
    mutating func heard() {
        heardAt = clock.now
    }

    /// The microphone went away, or came back.
    mutating func microphone(isPresent: Bool) {
        isAway = !isPresent
        heardAt = clock.now
    }

    /// The appliance does something else from now on; the length of an utterance is the time that it was being recorded.
    mutating func turned(to next: ApplianceState) {
        let now = clock.now
        let length = state == .recording ? now - stateSince : .zero
        answerDue = next == .deciding ? now + Self.longestThought + length * Self.thoughtPerSecond : nil
        state = next
        stateSince = now
    }

    /// Whether a beat is due now.
    mutating func beats() -> Bool {
        let now = clock.now
        guard now >= nextBeat, isAlive(at: now) else { return false }
        nextBeat = now + interval
        return true
    }

    private func isAlive(at now: Duration) -> Bool {
        let hears = isAway || now - heardAt <= Self.longestSilence
        let answers = answerDue.map { now <= $0 } ?? true
        return hears && answers
    }
}

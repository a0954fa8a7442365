import Platform

/// Decides when the watchdog gets its beat: while sound arrives, and is answered.
///
/// A microphone that is known to be away is being looked for without end, outputs are safe and the lights say so; a
/// restart would bring it back no sooner, and would release the outputs' lines. So that counts as alive, as long as it is
/// looked for. Sound that stays away unannounced does not, nor does an utterance that gets no answer: something hangs, and
/// only a new start helps. How long an answer may take goes by the utterance, as nothing tells how far the decoder has come:
/// dictation is searched a second time when it is complete. Time is the machine's own, since the capture clock stands still
/// when frames do. Owned by one thread.
///
/// What the watchdog kills keeps its outputs as they are for as long as a thread of it hangs in the kernel. So of sound that
/// stays away it also says when it counts as lost, and when it is time to end in order, before the watchdog acts.
///
/// ```swift
/// var watchdog = WatchdogMonitor(period: .seconds(10))
/// watchdog.heard()
/// watchdog.turned(to: .recording)
/// if watchdog.beats() { manager.alive() }
/// if case .lost = watchdog.look(searches: nil) { loseMicrophone() }
/// ```
struct WatchdogMonitor {
    /// Silence of the capture thread up to this long is no sign of anything: it reports a stalled device itself.
    static let longestSilence = Duration.seconds(5)
    /// A microphone that is away is looked for every two seconds. A driver may take a while to say that there is none.
    static let longestSearch = Duration.seconds(60)
    /// A command's words are found in less than a second; a board that is busy may take longer, but not this long.
    static let longestThought = Duration.seconds(20)
    /// Seconds more for each second of the utterance: a board may dictate slower than real time, but one that needs more than
    /// three seconds for each is unusable.
    static let thoughtPerSecond = 2

    /// What is known of sound.
    enum Hearing: Equatable {
        /// It comes, or the microphone is looked for.
        case well
        /// Nothing has come for so long, and nobody says why.
        case lost(Standstill)
        /// Likewise, and the watchdog acts soon.
        case hopeless(Standstill)
    }

    /// What has stood still, and for how long.
    enum Standstill: Equatable {
        /// Sound, of which nobody said that it ends.
        case ofSound(Duration)
        /// The search for a microphone that is known to be away.
        case ofSearch(Duration)
    }

    /// Looks follow each other in milliseconds. Between two that are further apart this thread was held up, or the whole program
    /// was stopped.
    private static let longestTurn = Duration.seconds(1)

    /// How often it beats: half the watchdog's time, as sd_watchdog_enabled(3) asks; nil where none waits.
    private let interval: Duration?

    private let clock: any TimeSource
    /// When sound came in last, or a microphone that is away was looked for.
    private var heardAt: Duration
    /// When that was looked at last.
    private var lookedAt: Duration
    private var isAway = false
    /// How often it had been looked for by then.
    private var searches: UInt64?
    /// Since when it is known that sound stays away; nil while it does not.
    private var lostAt: Duration?
    private var state = ApplianceState.starting
    private var stateSince: Duration
    /// When an answer is overdue; nil while none is waited for.
    private var answerDue: Duration?
    private var nextBeat: Duration

    /// From now on sound is expected.
    ///
    /// - Parameter period: The watchdog's time; nil where none waits.
    init(period: Duration?, clock: any TimeSource = MonotonicClock()) {
        self.clock = clock
        interval = period.map { $0 / 2 }
        let now = clock.now
        heardAt = now
        lookedAt = now
        stateSince = now
        nextBeat = now
    }

    /// Frames came in.
    mutating func heard() {
        heardAt = clock.now
        lostAt = nil
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
        guard let interval, now >= nextBeat, isAlive(at: now) else { return false }
        nextBeat = now + interval
        return true
    }

    /// Looks whether sound stays away. Only where none waits to be read: this thread may have been held up itself.
    ///
    /// - Parameter searches: how often a microphone that is away was looked for by now; nil where nobody counts.
    mutating func look(searches: UInt64?) -> Hearing {
        let now = clock.now
        let turn = now - lookedAt
        lookedAt = now
        if turn > Self.longestTurn {
            heardAt = min(now, heardAt + turn)
            lostAt = lostAt.map { min(now, $0 + turn) }
        }
        if isAway, searches == nil || searches != self.searches { heardAt = now }
        self.searches = searches
        guard !hears(at: now) else {
            lostAt = nil
            return .well
        }
        let since = lostAt ?? now
        lostAt = since
        // The last beat was within the interval before that, so the watchdog acts an interval after it at the earliest.
        guard let interval, now - since >= interval / 2 else { return .lost(standstill) }
        return .hopeless(standstill)
    }

    private func isAlive(at now: Duration) -> Bool {
        hears(at: now) && answerDue.map { now <= $0 } ?? true
    }

    private func hears(at now: Duration) -> Bool { now - heardAt <= patience }

    private var standstill: Standstill { isAway ? .ofSearch(patience) : .ofSound(patience) }

    private var patience: Duration { isAway ? Self.longestSearch : Self.longestSilence }
}

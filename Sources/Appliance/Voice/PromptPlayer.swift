import Playback

/// Speaks and beeps for the appliance, and knows when the room is quiet again. Owned by one thread.
///
/// ```swift
/// prompts.play(.question("pump on for ten minutes?"), at: now)
/// …
/// if prompts.becameQuiet(at: now, isCaughtUp: true) { … }     // nothing of it can be heard in what comes next
/// ```
final class PromptPlayer {
    /// How long after the last sample the microphone may still hear it: the room's echo, and a period or two of sound
    /// that was captured before and is on its way. People answer a question a fifth of a second after it on average
    /// (Stivers et al., "Universals and cultural variation in turn-taking in conversation", PNAS 106, 2009).
    static let echo = Duration.milliseconds(150)
    /// A device that plays for longer than this, and a sixth of a second more for each letter of what is said, does not play: it
    /// hangs. Flite takes half of that.
    static let longest = Duration.seconds(20)
    private static let longestLetter = Duration.milliseconds(160)

    private enum Phase {
        case quiet
        case sounding(until: Duration)
        case fading(since: Duration)
    }

    private let loudspeaker: any Loudspeaker
    private var phase = Phase.quiet
    private var isBroken = false
    private var failure: String?

    init(_ loudspeaker: any Loudspeaker) {
        self.loudspeaker = loudspeaker
    }

    func play(_ prompt: Prompt, at now: Duration) {
        var limit = Self.longest
        if case .question(let text?) = prompt { limit += Self.longestLetter * text.count }
        phase = .sounding(until: now + limit)
        // One that was given up may have come to its end meanwhile.
        if isBroken, !loudspeaker.isPlaying(at: now) { isBroken = false }
        if !isBroken { loudspeaker.play(prompt, at: now) }
    }

    /// Ends what is being played; it still has to die away. That is told also of what was never begun, as a light failed before it.
    func silence(at now: Duration) {
        loudspeaker.silence(at: now)
        if case .quiet = phase { phase = .fading(since: now) }
    }

    /// Whether what was played has died away; true once.
    ///
    /// - Parameter isCaughtUp: Whether all sound that came in has been looked at. While some waits, the clock is behind
    ///   the loudspeaker, and sound of before its end is still to come.
    func becameQuiet(at now: Duration, isCaughtUp: Bool) -> Bool {
        if case .sounding(let limit) = phase, isCaughtUp {
            if loudspeaker.isPlaying(at: now), limit <= now { giveUp(at: now) }
            if isBroken || !loudspeaker.isPlaying(at: now) {
                phase = .fading(since: min(now, loudspeaker.end ?? now))
            }
        }
        guard case .fading(let start) = phase, start + Self.echo <= now else { return false }
        phase = .quiet
        return true
    }

    /// When to ask again although no sound comes; nil when only asking tells.
    var nextDeadline: Duration? {
        switch phase {
        case .quiet: nil
        case .sounding: loudspeaker.end
        case .fading(let start): start + Self.echo
        }
    }

    /// Why something could not be heard; each reason once.
    func takeFailure() -> String? {
        defer { failure = nil }
        return failure ?? loudspeaker.takeFailure().map { "\($0)" }
    }

    private func giveUp(at now: Duration) {
        loudspeaker.silence(at: now)
        isBroken = true
        failure =
            "the loudspeaker does not come to an end, and nothing is played until it has; see whether it is plugged in"
    }
}

import Voice

/// The appliance's mouth: it speaks and beeps, and knows when the room is quiet again. Owned by the station's thread.
///
///     mouth.play(.question("pump on for ten minutes?"), at: now)
///     …
///     if mouth.isQuiet(at: now, isCaughtUp: true) { … }     // nothing of it can be heard in what comes next
final class Mouth {
    /// How long after the last sample the microphone may still hear it: the room's echo, and a period or two of sound
    /// that was captured before and is on its way. People answer a question a fifth of a second after it on average
    /// (Stivers et al., "Universals and cultural variation in turn-taking in conversation", PNAS 106, 2009).
    static let echo = Duration.milliseconds(150)
    /// A device that plays for longer than this does not play: it hangs.
    static let longest = Duration.seconds(20)

    private let loudspeaker: any Loudspeaker
    private var begunAt: Duration?
    private var endedAt: Duration?
    private var isBroken = false

    init(_ loudspeaker: any Loudspeaker) {
        self.loudspeaker = loudspeaker
    }

    func play(_ prompt: Prompt, at now: Duration) {
        endedAt = nil
        begunAt = now
        if !isBroken { loudspeaker.play(prompt, at: now) }
    }

    /// Ends what is being played.
    func silence(at now: Duration) {
        loudspeaker.silence(at: now)
    }

    /// Whether what was played has died away.
    ///
    /// - Parameter isCaughtUp: Whether all sound that came in has been looked at. While some waits, the clock is behind
    ///   the loudspeaker, and sound of before its end is still to come.
    func isQuiet(at now: Duration, isCaughtUp: Bool) -> Bool {
        if let endedAt { return endedAt + Self.echo <= now }
        guard isCaughtUp else { return false }
        if loudspeaker.isPlaying(at: now) {
            guard let begunAt, begunAt + Self.longest <= now else { return false }
            loudspeaker.silence(at: now)
            isBroken = true
        }
        endedAt = min(now, loudspeaker.end ?? now)
        return false
    }

    /// When to ask again although no sound comes; nil when only asking tells.
    var nextDeadline: Duration? { endedAt.map { $0 + Self.echo } ?? loudspeaker.end }

    /// Why something could not be heard; each reason once.
    func takeFailure() -> String? {
        guard isBroken, begunAt != nil else { return loudspeaker.takeFailure().map { "\($0)" } }
        begunAt = nil
        return
            "the loudspeaker does not come to an end, and is left alone from now on; restart to try it again"
    }
}

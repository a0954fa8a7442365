import Recognition

extension Endpointer.Timing {
    /// When a command's utterance ends, as the configuration limits it.
    init(_ limits: UtteranceLimits) {
        self.init()
        completePause = limits.pauseAfterCommand
        extendablePause = limits.pause
        trailingSilence = limits.endpointing == .grammar ? limits.longestPause : limits.pause
        noSpeech = limits.speechWithin
        maximum = limits.longest
        preRoll = min(limits.preRoll, .milliseconds(500))
    }

    /// Nobody needs long for a yes; whoever talks on is not answering.
    static var answer: Self {
        var timing = Self()
        timing.extendablePause = .milliseconds(300)
        timing.trailingSilence = .milliseconds(600)
        timing.maximum = .seconds(3)
        return timing
    }

    /// Nothing ends an utterance but its length: an endpointer that has found an end looks for no other.
    var withoutPauses: Self {
        var timing = self
        timing.completePause = maximum
        timing.nearlyCompletePause = maximum
        timing.extendablePause = maximum
        timing.trailingSilence = maximum
        timing.noSpeech = maximum
        return timing
    }
}

extension Endpointer.Timing {
    /// Of a yes or no: somebody who answers has said all with a word or two.
    package static var answer: Self {
        var timing = Self()
        timing.extendablePause = .milliseconds(300)
        timing.trailingSilence = .milliseconds(600)
        timing.maximum = .seconds(3)
        return timing
    }

    /// Of free text: people who dictate pause between words.
    package static var dictation: Self {
        var timing = Self()
        timing.trailingSilence = .milliseconds(700)
        timing.maximum = .seconds(30)
        // Between two words rather than in one.
        timing.latePause = .milliseconds(150)
        return timing
    }

    /// Of speech that somebody's finger ends.
    var withoutPauses: Self {
        var timing = self
        timing.completePause = maximum
        timing.nearlyCompletePause = maximum
        timing.extendablePause = maximum
        timing.trailingSilence = maximum
        return timing
    }
}

extension Endpointer.Timing {
    /// Of a yes or no: somebody who answers has said all with a word or two.
    package static var answer: Self {
        var timing = Self()
        timing.extendablePause = .milliseconds(300)
        timing.trailingSilence = .milliseconds(600)
        timing.maximum = .seconds(3)
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

/// What the noise reduction takes the newest sound for, and how much noise it heard that in.
///
/// ```swift
/// if let estimate = frontEnd.speechEstimate, estimate.probability > 0.5 { print("somebody speaks") }
/// ```
package struct SpeechEstimate: Sendable {
    /// How likely there is speech in the newest 10 ms, 0 to 1.
    package var probability: Float
    /// The least level from 150 Hz up in the last three seconds, in dBFS (negative; -100 is silence), as it came in: what there is all the
    /// time. Nil until three seconds have been heard.
    ///
    /// The network learned from sound of usual levels and does not know quiet voices, so what it says of a place as quiet as that is
    /// worth less.
    package var noiseLevel: Double?

    package init(probability: Float, noiseLevel: Double?) {
        self.probability = probability
        self.noiseLevel = noiseLevel
    }
}

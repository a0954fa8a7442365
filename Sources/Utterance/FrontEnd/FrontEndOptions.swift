/// Which stages a front end has; none unless asked for.
///
/// ```swift
/// let frontEnd = FrontEnd(FrontEndOptions(highPass: 80, controlsGain: true))
/// ```
package struct FrontEndOptions: Sendable, Hashable {
    /// Takes away what lies below this frequency, in Hz: hum, rumble, handling. 60 to 120 spares speech; the stock models
    /// do not listen below 130 Hz anyway, but the endpointer does.
    package var highPass: Double?
    /// Brings speech to an even level, for a microphone whose own gain cannot be raised.
    package var controlsGain: Bool
    /// Takes out noise by the trained network of the model pack (``NoiseReduction``); sound is then 20 ms late.
    package var reducesNoise: Bool

    /// - Parameters:
    ///   - highPass: in Hz; nil leaves all frequencies.
    ///   - controlsGain: whether the level is evened.
    ///   - reducesNoise: whether noise is taken out.
    package init(highPass: Double? = nil, controlsGain: Bool = false, reducesNoise: Bool = false) {
        self.highPass = highPass
        self.controlsGain = controlsGain
        self.reducesNoise = reducesNoise
    }
}

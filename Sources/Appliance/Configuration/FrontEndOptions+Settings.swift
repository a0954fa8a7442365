import Configuration
import Utterance

extension FrontEndOptions {
    /// Reads the section `front_end:`.
    ///
    /// ```yaml
    /// front_end: { high_pass: 80, gain_control: on }
    /// ```
    init(_ reader: MapReader) {
        self.init(
            highPass: reader.optional("high_pass", Double.self, in: 20...500),
            controlsGain: reader.optional("gain_control", Bool.self) ?? false,
            reducesNoise: reader.optional("noise", Bool.self) ?? true)
        reader.finish()
    }
}

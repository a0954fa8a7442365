import Decoding

extension SpeechRecognizer {
    /// Writes down what was learned of microphones and not written yet: 13 numbers each, no sound. The next start then answers
    /// sooner. For the end of a program that listens; meanwhile it is done by itself, every ten minutes at most.
    ///
    /// Any thread may call it; it returns when the files are written. A folder that cannot be written is named in the log.
    ///
    /// ```swift
    /// defer { SpeechRecognizer.saveLearnedMicrophones() }
    /// ```
    public static func saveLearnedMicrophones() {
        CepstralMeanStore.shared.save()
    }
}

/// What a decoder has learned about the microphone and the room: the mean of the cepstrum, which it subtracts
/// from every frame (cepstral mean normalisation).
///
/// A decoder that starts without one recognizes its first utterance worse than the following ones, most of all in noise, so
/// keep it per microphone and hand it to the next start.
///
///     let learned = decoder.cepstralMean                       // at the end of a run
///     try nextDecoder.setCepstralMean(learned)                 // before the first utterance of the next
///
/// A ``CepstralMeanStore`` keeps it in a file between the two.
package struct CepstralMean: Sendable, Hashable, Codable {
    /// One value a cepstral coefficient, c0 first; 13 with the stock models.
    package var values: [Float]

    /// - Parameter values: as they were stored; a decoder refuses another number of them than it has.
    package init(values: [Float]) {
        self.values = values
    }
}

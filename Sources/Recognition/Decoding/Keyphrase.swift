/// A phrase to spot in running speech: what a ``WakePhrase`` becomes for PocketSphinx's keyphrase search, once for each
/// pronunciation.
public struct Keyphrase: Sendable, Hashable {
    /// Its words in lower case, separated by single spaces.
    public var phrase: String
    /// How much likelier than the phone loop the phrase must be to be reported, from 1e-50 (nearly always) to 1e+10.
    /// The useful value differs by phrase and has to be found on recordings.
    public var threshold: Double

    /// - Parameters:
    ///   - phrase: words of the decoder's dictionary.
    ///   - threshold: see ``threshold``.
    public init(phrase: String, threshold: Double) {
        self.phrase = phrase
        self.threshold = threshold
    }
}

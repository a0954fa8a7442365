/// A phrase to spot in running speech: what a ``WakePhrase`` becomes for PocketSphinx's keyphrase search, once for each
/// pronunciation.
package struct Keyphrase: Sendable, Hashable {
    /// Words of the decoder's dictionary, in lower case, separated by single spaces.
    package var phrase: String
    /// How much likelier than the phone loop the phrase must be to be reported, from 1e-50 (nearly always) to 1e+10.
    /// The useful value differs by phrase and has to be found on recordings.
    package var threshold: Double

    package init(phrase: String, threshold: Double) {
        self.phrase = phrase
        self.threshold = threshold
    }
}

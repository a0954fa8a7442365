/// A word that was heard, and when: part of what an ``UtteranceDecoder`` gives.
///
/// ```swift
/// for word in hypothesis.words { print(word.text, word.start, word.end) }
/// ```
package struct RecognizedWord: Sendable, Hashable {
    /// As in the vocabulary, in lower case, without the number of a pronunciation: `a`, not `a(2)`.
    package var text: String
    /// Its begin on the capture clock, exact to about 20 ms.
    package var start: Duration
    /// Its end on the capture clock, likewise; not before `start`.
    package var end: Duration
    /// How much better the word explains the sound than free phones do: the mean over its frames, in PocketSphinx's
    /// units of 0.1024 nat; about -5 when said clearly, below -30 when something else was said. Nil while partial,
    /// and without verification.
    package var score: Double?
    /// The word's posterior probability, 0 to 1, among all that the language model found likely; nil for grammars
    /// and while partial.
    package var posterior: Double?
    /// How many phones the pronunciation has that was recognized; nil while partial, and in alternatives.
    package var phoneCount: Int?

    /// For tests; decoders make their own.
    package init(
        text: String, start: Duration, end: Duration, score: Double? = nil, posterior: Double? = nil,
        phoneCount: Int? = nil
    ) {
        self.text = text
        self.start = start
        self.end = end
        self.score = score
        self.posterior = posterior
        self.phoneCount = phoneCount
    }
}

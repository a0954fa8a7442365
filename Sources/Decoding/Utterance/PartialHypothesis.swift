/// What an utterance sounds like up to now; the next one may revise it.
///
/// ```swift
/// if case .partial(let hypothesis)? = decoder.next() { print(hypothesis.text) }
/// ```
package struct PartialHypothesis: Sendable, Hashable {
    /// The likeliest words, in order, without scores; the last ones are the least certain. May be empty.
    package var words: [RecognizedWord]
    /// How far on the capture clock sound has been searched.
    package var heardUntil: Duration
    /// Whether who found the words writes capitals, numbers and marks, too, as no decoder does.
    package var isWritten: Bool
    /// For how long the network of phones has heard none: it hears noise for what it is, and a weak word that the search
    /// still takes for silence. It is some 0.1 s behind the sound. Nil where no network listens.
    package var phoneSilence: Duration?
    /// As ``UtteranceHypothesis/speechEvidence``, of what has been heard so far.
    package var speechEvidence: Double?

    /// - Parameters:
    ///   - words: in order.
    ///   - heardUntil: on the capture clock.
    ///   - isWritten: with capitals, numbers and marks.
    package init(words: [RecognizedWord], heardUntil: Duration, isWritten: Bool = false) {
        self.words = words
        self.heardUntil = heardUntil
        self.isWritten = isWritten
    }

    /// The words with spaces between them.
    package var text: String { words.map(\.text).joined(separator: " ") }

    /// How long sound has been searched since the end of the last word without a likely further word; zero without words.
    /// In noise, a better sign than the level that the speaker has finished.
    package var silence: Duration { words.last.map { max(.zero, heardUntil - $0.end) } ?? .zero }
}

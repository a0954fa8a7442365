import Evaluation
import Platform

/// Whether it is known how each word is said.
package struct VocabularyCheck: HealthCheck {
    package let subject = "vocabulary"
    private let review: ConfigurationReview
    private static let mostShown = 6

    package init(_ review: ConfigurationReview) { self.review = review }

    package func examine() -> [Finding] {
        // Of dictation alone there are none.
        guard let lexicon = review.lexicon, !review.configuration.words.isEmpty else { return [] }
        guard lexicon.missing.isEmpty else {
            return [
                .fail(
                    "no pronunciation for \(Self.list(lexicon.missing))",
                    "write other words, or their phones under 'pronunciations:'")
            ]
        }
        let words = review.configuration.words.count.counted("word")
        guard !lexicon.guesses.isEmpty else { return [.ok("\(words), all in the dictionary")] }
        return [
            .warn(
                "guesses for \(lexicon.guesses.count) of \(words): \(Self.list(lexicon.guesses.map(\.word)))",
                "'earshot check' shows how; where that is wrong, write your own under 'pronunciations:'")
        ]
    }

    private static func list(_ words: [String]) -> String {
        words.prefix(mostShown).joined(separator: ", ") + (words.count > mostShown ? ", …" : "")
    }
}

import Configuration
import Models

/// A vocabulary that was made, and what to look at before it is used.
///
/// ```swift
/// for guess in draft.guesses { print(guess.word, guess.pronunciations[0].joined(separator: " ")) }
/// ```
package struct VocabularyDraft: Sendable {
    /// The language model, in ARPA form.
    package let arpa: String
    /// What it can recognize.
    package let words: Set<String>
    /// How many sentences it was made from.
    package let sentences: Int
    /// Words whose pronunciation was guessed.
    package let guesses: [Lexicon.Entry]
    /// Pronunciations that were there before, and stay.
    package let reviewed: [String: [String]]
    /// Words without a pronunciation, which are not recognized, and where each stands first.
    package let unspoken: [(word: String, mark: Mark?)]
    /// How many words are too many, and not recognized.
    package let leftOut: Int

    /// The pronunciations as a file for people to correct.
    package var pronunciations: String {
        var text = """
            ## How words are said that the dictionary does not have. Correct what is wrong, add further ways to say a word on lines of
            ## their own, and have it read again with 'earshot reload'. What stands here stays when the vocabulary is built again.

            """
        for (word, said) in reviewed.sorted(by: { $0.key < $1.key }) { text += Self.lines(word, said) }
        if !guesses.isEmpty {
            text += "\n## Guessed by rules, and to be looked at:\n"
            for guess in guesses {
                text += Self.lines(guess.word, guess.pronunciations.map { $0.joined(separator: " ") })
            }
        }
        return text
    }

    private static func lines(_ word: String, _ said: [String]) -> String {
        said.map { "\(word) \($0)\n" }.joined()
    }
}

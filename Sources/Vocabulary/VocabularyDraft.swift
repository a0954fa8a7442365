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
    /// How many of the words that people will say are probably missing, and how much of the general ones is mixed in for that.
    package let preface: VocabularyPreface
    /// What it can recognize.
    package let words: Set<String>
    /// How many sentences it was made from.
    package let sentences: Int
    /// Words whose pronunciation was guessed.
    package let guesses: [Lexicon.Entry]
    /// The pronunciations that were there before, and stay.
    package let reviewed: PronunciationFile?
    /// Words without a pronunciation, which are not recognized, and where each stands first.
    package let unspoken: [(word: String, mark: Mark?)]
    /// How many words are too many, and not recognized.
    package let leftOut: Int

    /// The pronunciations as a file for people to correct: what was there, word for word, and new guesses below it.
    package var pronunciations: String {
        var text =
            reviewed?.text ?? """
                ## How words are said that the dictionary does not have. Correct what is wrong, add further ways to say a word on lines of
                ## their own, and have it read again with 'earshot reload'. What stands here stays when the vocabulary is built again.

                """
        let new = guesses.filter { reviewed?.pronunciations[$0.word] == nil }
        guard !new.isEmpty else { return text }
        if !text.hasSuffix("\n") { text += "\n" }
        if !text.contains(PronunciationFile.guessHeading) { text += "\n\(PronunciationFile.guessHeading)\n" }
        for guess in new {
            for phones in guess.pronunciations {
                text += "\(guess.word) \(phones.joined(separator: " "))\n"
            }
        }
        return text
    }
}

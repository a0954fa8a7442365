import Configuration
import Glibc
import Models

/// The words of a place, ready to be listened for: a folder with a small language model, `phrases.arpa`, and the pronunciations
/// that the language's dictionary does not have, `pronunciations.dict`, which people correct.
///
/// ```swift
/// let vocabulary = try SiteVocabulary(folder: "shop", phones: pack.phones())
/// let lexicon = try Lexicon(words: vocabulary.words, pack: pack, overrides: vocabulary.pronunciations)
/// ```
///
/// A value; any thread may use it.
package struct SiteVocabulary: Sendable, Hashable {
    /// The language model, in ARPA form, as text.
    package let arpa: String
    /// What it can recognize.
    package let words: Set<String>
    /// By word, the ways to say it that the folder has.
    package let pronunciations: [String: [String]]
    /// How much of the language's general words its texts ask for, unless somebody says it: 0 for none, below 1.
    package let mix: Double

    package static let modelName = "phrases.arpa"
    package static let pronunciationsName = "pronunciations.dict"

    /// Reads a folder that `earshot vocabulary build` made.
    ///
    /// - Parameter phones: those of the acoustic model.
    /// - Throws: `.unreadable` where a file is missing, `.invalid` with the lines that are wrong.
    package init(folder: String, phones: PhoneSet) throws(ConfigurationError) {
        let path = "\(folder)/\(Self.modelName)"
        let model: ARPAFile
        do {
            model = try ARPAFile(path: path)
        } catch .unreadable(_, let reason) where access(path, F_OK) != 0 && errno == ENOENT {
            throw .unreadable(
                path: path, reason: "\(reason); 'earshot vocabulary build TEXT -o \(folder)' makes it")
        }
        arpa = model.text
        words = model.words
        mix = VocabularyPreface(model.preface)?.mix ?? 0
        let file = "\(folder)/\(Self.pronunciationsName)"
        pronunciations = try PronunciationFile.existing(at: file, phones: phones)?.pronunciations ?? [:]
    }
}

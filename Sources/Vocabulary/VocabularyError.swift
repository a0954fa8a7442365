import Configuration
import Models

/// Why no vocabulary can be made.
///
/// ```swift
/// do {
///     let draft = try builder.finish()
/// } catch {
///     print(error)        // orders.txt:3:1: <nmae> stands for nothing; did you mean <name>?
/// }
/// ```
package enum VocabularyError: Error, CustomStringConvertible {
    /// Lines of the texts cannot be meant.
    case text([Diagnostic])
    /// The texts have no word that can be listened for.
    case noWords
    /// With so many words and rows the file would be larger than any that is read.
    case tooLarge(VocabularyBuilder.Limits)
    /// A file of the pack cannot be used.
    case model(ModelError)

    /// A line for each mistake, with what to do.
    package var description: String {
        switch self {
        case .text(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        case .noWords:
            "the texts have no word of which it is known how it is said; name texts in the language of the model pack"
        case .tooLarge(let limits):
            "the vocabulary would be larger than \(limits.bytes >> 20) MB, which is not read; keep fewer rows than \(limits.rows) with '--rows', or fewer words than \(limits.words) with '--words'"
        case .model(let error): "\(error)"
        }
    }
}

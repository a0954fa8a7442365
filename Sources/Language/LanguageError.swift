import Settings

/// Why language data cannot be used; its text names the file or phrase and what to do.
///
/// ```swift
/// do {
///     let grammar = try Grammar(commands: ["lamp": "turn (on | off the lamp"])
///     print(grammar.vocabulary.count)
/// } catch {
///     print(error)        // lamp:1:6: this '(' is never closed; write ')'
/// }
/// ```
public enum LanguageError: Error, Hashable, CustomStringConvertible {
    /// The phrases or rules of a grammar are wrong; never empty.
    case invalidGrammar([Complaint])
    /// A model file is missing, broken, or does not fit the others; `remedy` says what to do.
    case unusableModel(path: String, reason: String, remedy: String)
    /// A pronunciation uses a phone that the acoustic model does not have; `nearest` is a guess at what was meant,
    /// `known` are all that there are.
    case unknownPhone(word: String, phone: String, nearest: String?, known: [String])
    /// No model pack speaks the locale (which is empty if none was asked for): install one of its language, or ask for one
    /// of `installed`.
    case unknownLocale(asked: String, installed: [String])

    /// What is wrong and what to do; one line for people, or one for each complaint of a grammar.
    public var description: String {
        switch self {
        case .invalidGrammar(let complaints):
            complaints.map(\.description).joined(separator: "\n")
        case .unusableModel(let path, let reason, let remedy):
            "\(path): \(reason); \(remedy)"
        case .unknownPhone(let word, let phone, let nearest, let known):
            "pronunciation of '\(word)': no phone is called '\(phone)'; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "use " + known.joined(separator: " "))
        case .unknownLocale(_, installed: []):
            Self.noPack(in: ModelPack.defaultSearchPaths)
        case .unknownLocale(let asked, let installed):
            "no model pack speaks '\(asked)'; installed: " + installed.joined(separator: ", ")
        }
    }

    /// That none of these folders has a model pack, and what to do.
    package static func noPack(in searchPaths: [String]) -> String {
        "no language is installed: there is no model pack in " + searchPaths.joined(separator: ", ")
            + "; copy Earshot's 'models/en-US' to one of these, or name its 'models' in EARSHOT_MODELS"
    }
}

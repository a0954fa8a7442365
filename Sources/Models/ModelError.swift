/// Why a model pack cannot be used; its text names the file or word and what to do.
///
/// ```swift
/// do {
///     let lexicon = try Lexicon(words: ["lamp"], pack: pack)
///     print(lexicon.text)
/// } catch {
///     print(error)        // /usr/share/...: is no dictionary; ...
/// }
/// ```
public enum ModelError: Error, Hashable, CustomStringConvertible {
    /// A model file is missing, broken, or does not fit the others; `remedy` says what to do.
    case unusableModel(path: String, reason: String, remedy: String)
    /// A pronunciation uses a phone that the acoustic model does not have; `nearest` is a guess at what was meant,
    /// `known` are all that there are.
    case unknownPhone(word: String, phone: String, nearest: String?, known: [String])
    /// No model pack speaks the locale (which is empty if none was asked for): install one of its language, or ask for one
    /// of `installed`.
    case unknownLocale(asked: String, installed: [String])

    /// What is wrong and what to do, in one line for people.
    public var description: String {
        switch self {
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

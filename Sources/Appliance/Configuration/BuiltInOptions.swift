import Configuration
import Decoding
import Glibc
import Platform
import Vocabulary

/// How the built-in recognizer hears free speech: keys of the section `dictation:`.
///
/// ```yaml
/// dictation: { vocabulary: shop, mix: 30%, profile: balanced }
/// ```
package struct BuiltInOptions: Sendable, Hashable {
    /// The folder with a site's own words; nil for the language's general ones.
    package var vocabulary: String?
    /// How much of the general words is mixed in: 0 for none, below 1; nil for as much as the vocabulary asks for.
    package var mix: Double?
    /// How much time it takes for how few mistakes.
    package var profile = DictationProfile.accurate

    /// The general words.
    package init() {}

    /// Reads them from among the section's other keys.
    init(_ reader: MapReader) {
        if let folder = reader.optional("vocabulary", String.self) {
            let path = reader.mark.resolve(folder)
            vocabulary = path
            if access("\(path)/\(SiteVocabulary.modelName)", R_OK) != 0 {
                reader.report(
                    errno == EACCES
                        ? "the vocabulary in '\(path)' may not be read by this user; check its permissions with 'ls -l'"
                        : "there is no vocabulary in '\(path)'; make it with 'earshot vocabulary build TEXT -o \(path.asShellWord)'",
                    about: "vocabulary")
            }
        }
        let share = reader.optional("mix", Percent.self, in: Percent(fraction: 0)...Percent(fraction: 0.9))
        if share != nil, reader.node("vocabulary") == nil {
            reader.report(
                "mixes general words with a vocabulary; add 'vocabulary: FOLDER', or remove it", about: "mix")
        }
        mix = share?.fraction
        profile = reader.optional("profile", DictationProfile.self) ?? profile
    }
}

extension DictationProfile: SettingValue {}

/// A language and, mostly, a region: `en-US`. Written as `en_US.UTF-8` or in any case it is the same.
///
/// ```swift
/// print(LocaleTag("de_AT.UTF-8") == LocaleTag("de-AT"))      // true
/// print(LocaleTag("POSIX") == nil)                         // true
/// ```
public struct LocaleTag: Sendable, Hashable, CustomStringConvertible {
    /// In lower case, two or three letters: `en`.
    public let language: String
    /// In upper case, two letters or three digits: `US`, `419`; nil if only the language was given, or the world (001).
    public let region: String?

    /// Reads what stands in `LANG`, or an identifier of a `Locale`; encoding, script, variant and extensions are left out. Nil for
    /// what names no language, such as `C`, `POSIX` or the empty text.
    public init?(_ text: String) {
        let parts = text.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter)
        else {
            return nil
        }
        self.language = language.lowercased()
        // A script such as "Hant" may stand between the two; behind a single letter, as in "en-u-hc-h23", there are other matters.
        let region = parts.dropFirst().prefix { $0.count > 1 }.first {
            $0.count == 2 || ($0.count == 3 && $0.allSatisfy(\.isNumber))
        }
        self.region = region == "001" ? nil : region?.uppercased()
    }

    /// As `en-US`, or `en` without a region.
    public var description: String { region.map { "\(language)-\($0)" } ?? language }
}

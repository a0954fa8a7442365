import Configuration
import Glibc

/// Pronunciations that people edit, in a dictionary's form: `gouda G UW D AH`, another way to say it on a line of its own, `##`
/// before a remark.
///
/// ```swift
/// let file = try PronunciationFile(path: "shop/pronunciations.dict", phones: pack.phones())
/// file.pronunciations["gouda"]        // ["G UW D AH"]
/// ```
package struct PronunciationFile: Sendable {
    /// By word, in lower case.
    package private(set) var pronunciations: [String: [String]] = [:]
    /// Words below ``guessHeading``: nobody need have looked at them.
    package private(set) var wordsBelowHeading: Set<String> = []
    /// As it stands in the file, with people's remarks.
    package let text: String

    /// The remark above what was guessed.
    package static let guessHeading = "## Guessed by rules, and to be looked at:"

    /// A file that need not be there: nil for none, or an empty one.
    ///
    /// - Throws: As for one that is there.
    package static func existing(
        at path: String, phones: PhoneSet
    ) throws(ConfigurationError) -> PronunciationFile? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            return try PronunciationFile(path: path, phones: phones)
        }
        return status.st_size == 0 ? nil : try PronunciationFile(path: path, phones: phones)
    }

    /// - Throws: `.unreadable` without such a file, `.invalid` with every line that is wrong.
    package init(path: String, phones: PhoneSet) throws(ConfigurationError) {
        let diagnostics = Diagnostics()
        text = try TextFile.text(path: path, atMost: 16 << 20)
        var isBelowHeading = false
        for (index, line) in TextFile.lines(of: text).enumerated() {
            isBelowHeading = isBelowHeading || line == Self.guessHeading
            let mark = Mark(file: path, line: index + 1, column: 1)
            guard !line.hasPrefix("##"), !line.hasPrefix(";;") else { continue }
            let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let name = parts.first else { continue }
            guard parts.count == 2 else {
                diagnostics.add(
                    "'\(name)' has no phones; write how it is said, as 'gouda G UW D AH'", at: mark)
                continue
            }
            do throws(ModelError) {
                let said = try phones.parse(String(parts[1]), of: String(name))
                let word = Self.word(name)
                pronunciations[word, default: []].append(said.joined(separator: " "))
                if isBelowHeading { wordsBelowHeading.insert(word) }
            } catch {
                diagnostics.add("\(error)", at: mark)
            }
        }
        try diagnostics.check()
    }

    /// `a` of `a(2)`.
    private static func word(_ name: Substring) -> String {
        let word = name.lowercased()
        guard word.hasSuffix(")"), let open = word.lastIndex(of: "("), open > word.startIndex,
            Int(word[word.index(after: open)...].dropLast()) != nil
        else { return word }
        return String(word[..<open])
    }
}

import Configuration

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

    /// - Throws: `.unreadable` without such a file, `.invalid` with every line that is wrong.
    package init(path: String, phones: PhoneSet) throws(ConfigurationError) {
        let diagnostics = Diagnostics()
        for (index, line) in TextFile.lines(of: try TextFile.text(path: path, atMost: 16 << 20)).enumerated()
        {
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
                pronunciations[Self.word(name), default: []].append(said.joined(separator: " "))
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

import Configuration

extension VocabularyText {
    /// The largest text in bytes, which is a long novel a dozen times over.
    static let largest = 16 << 20
    /// Beside these, complaints are not read any more.
    static let mostComplaints = 20

    /// The lines of a text of UTF-8, with their places.
    ///
    /// - Throws: `.unreadable` for a file that is none or is too large, `.invalid` for one that is no text, or has what cannot be meant.
    func lines(of path: String) throws(ConfigurationError) -> [(Mark, Substring)] {
        let content = try TextFile.text(path: path, atMost: Self.largest)
        // "21st" has to be said, and "20000000th" cannot be.
        let ending = /[0-9][0-9,]*(?:st|nd|rd|th|0s)\b/.ignoresCase()
        // "<cheese today" and "<goat cheese>"; "<3" and "a < b" are mere signs.
        let torn = /<(?=\p{L})(?![\p{L}\p{N}_.-]+>)[^<>]*>?/
        var problems: [Diagnostic] = []
        let lines = TextFile.lines(of: content).enumerated().map { index, line in
            let mark = Mark(file: path, line: index + 1, column: 1)
            guard !line.utf8.contains(0) else {
                problems.append(Diagnostic("this is no text; name a file of sentences", at: mark))
                return (mark, line)
            }
            let hasDigit = line.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            for match in hasDigit ? line.matches(of: ending) : [] where !isSaid(match.output) {
                let column = line.distance(from: line.startIndex, to: match.range.lowerBound) + 1
                problems.append(
                    Diagnostic(
                        "write '\(match.output)' out, as it is said",
                        at: Mark(file: path, line: index + 1, column: column)))
            }
            for match in line.utf8.contains(UInt8(ascii: "<")) ? line.matches(of: torn) : [] {
                let column = line.distance(from: line.startIndex, to: match.range.lowerBound) + 1
                problems.append(
                    Diagnostic(
                        match.output.hasSuffix(">")
                            ? "'\(match.output)' is no name of a class; write one word, as in <name>, or take the brackets away"
                            : "this '<' is never closed; write '>' behind the name of the class, or take it away",
                        at: Mark(file: path, line: index + 1, column: column)))
            }
            return (mark, line)
        }
        guard problems.isEmpty else { throw .invalid(Array(problems.prefix(Self.mostComplaints))) }
        return lines
    }

    private func isSaid(_ number: Substring) -> Bool {
        quantities.words(number.unicodeScalars, behind: nil)?.length == number.unicodeScalars.count
    }
}

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
            let endings = hasDigit ? Self.endings(in: line).filter { !isSaid($0) } : []
            for number in (endings + Self.romanNumbers(in: line)).prefix(Self.mostComplaints) {
                let column = line.distance(from: line.startIndex, to: number.startIndex) + 1
                problems.append(
                    Diagnostic(
                        "write '\(number)' out, as it is said",
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

    /// Ordinals and decades, "21st" and "1980s": these have to be said, and "20000000th" cannot be.
    private static func endings(in line: Substring) -> [Substring] {
        var found: [Substring] = []
        var rest = line
        while let start = rest.firstIndex(where: isFigure) {
            let behind = rest[start...].drop { isFigure($0) || $0 == "," }
            let number = rest[start..<behind.startIndex]
            let ending = behind.prefix(3).prefix { isFigure($0) || $0.isLetter || $0 == "_" }
            let isDecade = ending.lowercased() == "s" && number.count > 1 && number.last == "0"
            if isDecade || WrittenNumber.ordinalEndings.contains(ending.lowercased()) {
                found.append(rest[start..<ending.endIndex])
            }
            rest = behind
        }
        return found
    }

    private static func isFigure(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// "An IV drip", "size XXX".
    private static let mayBeLetters: Set<Substring> = ["IV", "XX", "XXX"]

    /// The "VI" of "Pius VI", from 2 to 39, which a dictionary takes for a word or for letters. In a line of capitals it may be a name.
    private static func romanNumbers(in line: Substring) -> [Substring] {
        let hasTwo = zip(line.utf8, line.utf8.dropFirst()).contains { isRoman($0) && isRoman($1) }
        guard hasTwo, line.contains(where: \.isLowercase) else { return [] }
        return line.split { !$0.isLetter && !$0.isNumber && !"-'_\u{2019}".contains($0) }.filter { word in
            word.count > 1 && !mayBeLetters.contains(word)
                && word.wholeMatch(of: /X{0,3}(?:IX|IV|V?I{0,3})/) != nil
        }
    }

    private static func isRoman(_ byte: UInt8) -> Bool { "IVX".utf8.contains(byte) }

    private func isSaid(_ number: Substring) -> Bool {
        quantities.words(number.unicodeScalars, behind: nil)?.length == number.unicodeScalars.count
    }
}

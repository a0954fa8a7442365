import Configuration

/// A language model in ARPA form, read critically: PocketSphinx ends the process on some that are broken.
///
/// Source: the manual of the CMU-Cambridge Statistical Language Modeling Toolkit, "ARPA format".
struct ARPAFile {
    let text: String
    /// What stands before the model, line by line, as it may by the format.
    private(set) var preface: [Substring] = []
    private(set) var words: Set<String> = []

    /// The largest that is read, in bytes.
    static let largest = 64 << 20

    private let path: String
    private var lines: [Substring]
    private var next = 0

    /// - Throws: `.unreadable` without such a file, `.invalid` with the first line that is wrong.
    init(path: String) throws(ConfigurationError) {
        self.path = path
        text = try TextFile.text(path: path, atMost: Self.largest)
        lines = TextFile.lines(of: text)
        preface = Array(lines.prefix { !$0.contains("\\data\\") })
        next = preface.count
        guard line() == "\\data\\" else {
            next = 1
            throw mistake("there is no '\\data\\'")
        }
        var counts: [Int] = []
        while let line = line(), line.hasPrefix("ngram ") {
            let fewest = counts.isEmpty ? 1 : 0
            guard let count = Int(line.drop { $0 != "=" }.dropFirst()), count >= fewest, count <= lines.count
            else {
                throw mistake("expected a number of rows, as 'ngram 1=20'")
            }
            counts.append(count)
        }
        next -= 1
        guard (1...3).contains(counts.count) else { throw mistake("expected rows of up to 1, 2 or 3 words") }
        for (index, count) in counts.enumerated() {
            guard line() == "\\\(index + 1)-grams:" else { throw mistake("expected '\\\(index + 1)-grams:'") }
            for _ in 0..<count { try readRow(of: index + 1, isLongest: index + 1 == counts.count) }
        }
        guard line() == "\\end\\" else { throw mistake("expected '\\end\\'") }
        lines = []
        guard words.remove("<s>") != nil, words.remove("</s>") != nil, !words.isEmpty else {
            throw mistake("it has no words, or no '<s>' and '</s>'")
        }
    }

    private mutating func readRow(of length: Int, isLongest: Bool) throws(ConfigurationError) {
        let fields = (line() ?? "").split(separator: " ")
        let rest = fields.dropFirst(length + 1)
        guard fields.count > length, rest.count <= (isLongest ? 0 : 1), isLogarithm(fields[0]),
            rest.allSatisfy(isWeight)
        else { throw mistake("expected a logarithm, \(length) words, and the weight of what is not listed") }
        let row = fields[1...length].map(String.init)
        if length == 1 {
            guard words.insert(row[0]).inserted else { throw mistake("'\(row[0])' stands here twice") }
        } else if let unknown = row.first(where: { !words.contains($0) }) {
            throw mistake("'\(unknown)' is not among the single words")
        }
    }

    private func isLogarithm(_ field: Substring) -> Bool {
        Double(field).map { (-99...0).contains($0) } ?? false
    }

    private func isWeight(_ field: Substring) -> Bool {
        Double(field).map { (-99...9).contains($0) } ?? false
    }

    /// The next line that says something.
    private mutating func line() -> Substring? {
        while next < lines.count {
            next += 1
            if lines[next - 1].contains(where: { !$0.isWhitespace }) { return lines[next - 1] }
        }
        next += 1
        return nil
    }

    private func mistake(_ text: String) -> ConfigurationError {
        .invalid([
            Diagnostic(
                "\(text); build the vocabulary again", at: Mark(file: path, line: max(1, next), column: 1))
        ])
    }
}

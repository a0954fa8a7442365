import Configuration
import Grammar

/// What the names between `<` and `>` in texts stand for: phrases that were given, and numbers. A value.
///
/// ```swift
/// var classes = PhraseClasses(numbers: text.quantities.numbers)
/// try classes.define("name", lines, at: mark)
/// classes.phrases(for: "name")       // [["ada", "lovelace"], …]
/// classes.phrases(for: "1..30")      // [["one"], ["two"], …]
/// ```
struct PhraseClasses {
    /// Phrases of a class beyond these are a mistake, not a class.
    static let mostPhrases = 10_000

    private let numbers: NumberSpelling
    private var classes: [String: [[String]]] = [:]
    private var files: [String: Mark] = [:]

    /// - Parameter numbers: How those of a range are said.
    init(numbers: NumberSpelling) { self.numbers = numbers }

    /// Says what `<name>` stands for, besides what it does already.
    ///
    /// - Parameters:
    ///   - lines: a phrase each.
    ///   - file: where they begin.
    /// - Throws: `.invalid` for none, for too many, and for references within them.
    mutating func define(
        _ name: String, _ lines: [(parts: [VocabularyText.Part], mark: Mark)], at file: Mark
    ) throws(ConfigurationError) {
        var phrases: [[String]] = []
        for (parts, mark) in lines {
            guard !parts.hasReference else {
                throw .invalid([Diagnostic("a class is of words, and not of other classes", at: mark)])
            }
            if !parts.isEmpty { phrases.append(parts.words) }
            guard phrases.count <= Self.mostPhrases else {
                throw .invalid([
                    Diagnostic(
                        "<\(name)> has more than \(Self.mostPhrases) phrases; write so many as text of their own",
                        at: mark)
                ])
            }
        }
        guard !phrases.isEmpty else {
            throw .invalid([
                Diagnostic("there are no phrases for <\(name)>; write them, a line each", at: file)
            ])
        }
        classes[name, default: []] += phrases
        files[name] = file
    }

    /// The phrases that `<reference>` stands for; none where it stands for nothing.
    func phrases(for reference: String) -> [[String]] {
        if let phrases = classes[reference] { return phrases }
        let range = reference == "number" ? 0...99 : Self.range(reference)
        return range.map { numbers.phrases(of: $0, atMost: 1000) } ?? []
    }

    /// The numbers of `1..30`; nil for what is none, or cannot be said.
    private static func range(_ reference: String) -> ClosedRange<Int>? {
        let ends = reference.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let low = Int(ends[0]), let high = Int(ends[2]), low <= high,
            NumberSpeller.limits.contains(low), NumberSpeller.limits.contains(high)
        else { return nil }
        return low...high
    }

    /// Holds all references of the texts, and their places, against the classes.
    ///
    /// - Throws: `.text` for those that stand for nothing, and for classes that none of them is to.
    func check(_ references: [(name: String, mark: Mark)]) throws(VocabularyError) {
        var problems: [Diagnostic] = []
        var seen: Set<String> = []
        for (name, mark) in references where seen.insert(name).inserted && phrases(for: name).isEmpty {
            problems.append(Diagnostic("<\(name)> \(objection(to: name))", at: mark))
            guard problems.count < VocabularyText.mostComplaints else { throw .text(problems) }
        }
        for (name, file) in files.sorted(by: { $0.key < $1.key }) where !seen.contains(name) {
            problems.append(
                Diagnostic(
                    "<\(name)> stands in no text; write it there in its brackets, or leave out '--class \(name)=…'",
                    at: file))
        }
        guard problems.isEmpty else { throw .text(problems) }
    }

    /// What is wrong with a name that stands for nothing.
    private func objection(to name: String) -> String {
        if let remedy = numbers.remedy, name == "number" || Self.range(name) != nil {
            return "cannot be said in this language; \(remedy)"
        }
        let limits = NumberSpeller.limits
        guard !name.contains("..") else {
            return "is no range that can be said; "
                + "write numbers from \(limits.lowerBound) to \(limits.upperBound), as in <1..30>"
        }
        let remedy =
            correction(of: name, among: classes.keys.sorted(), quoted: { "<\($0)>" })
            ?? "give its phrases with '--class \(name)=FILE', a range of numbers as <1..30>, or take the brackets away"
        return "stands for nothing; \(remedy)"
    }
}

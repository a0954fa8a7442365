import Configuration
import Models

/// A language's spans of time as they are said: "ten minutes", "an hour and a half", "half a minute".
struct DurationWords: Sendable {
    /// The shortest and the longest that can be said.
    static let limits = Duration.milliseconds(500) ... .seconds(26 * 3600)

    private let language: LanguageWords.Durations
    private let numbers: NumberWords?
    private let plain: Expansion
    private let attributive: Expansion

    /// Compiles what may be said; what is wrong with a phrase is diagnosed where it stands, and the value is nil.
    init?(_ language: LanguageWords.Durations, numbers: NumberWords?, _ diagnostics: Diagnostics) {
        self.language = language
        self.numbers = numbers
        let parser = PhraseParser(language.rules, diagnostics)
        guard let plain = parser.alternatives(language.say) else { return nil }
        var replacements: [String: Expansion] = [:]
        for (word, node) in language.beforeNoun {
            guard let expansion = parser.alternatives([node]) else { return nil }
            replacements[word] = expansion
        }
        self.plain = plain
        attributive = plain.replacingWords { replacements[$0] }
    }

    /// What `<duration>` accepts.
    ///
    /// - Parameter beforeNoun: whether more words have to follow, so that it may be said as in "ten minute timer".
    func expansion(beforeNoun: Bool) -> Expansion { beforeNoun ? attributive : plain }

    /// The ranges of numbers that are said in it.
    var numberRanges: [ClosedRange<Int>] {
        plain.references.compactMap { if case .number(let range) = $0 { range } else { nil } }
    }

    /// The span that `words` say, or nil if they say none.
    func value(_ words: some Collection<String>) -> Duration? {
        var total = Duration.zero
        var unit: Duration?
        var amount: [String] = []
        for word in words {
            guard let next = language.units[word] else {
                amount.append(word)
                continue
            }
            guard let count = count(amount) else { return nil }
            total += next * count
            unit = next
            amount = []
        }
        guard let unit else { return nil }
        // "an hour and a half": the rest counts in the last unit.
        if !amount.isEmpty {
            guard let count = count(amount) else { return nil }
            total += unit * count
        }
        return .milliseconds(Int64((total / .milliseconds(1)).rounded()))
    }

    /// "two and a half", "half an", "three quarters of an", "and twenty", "an".
    private func count(_ words: [String]) -> Double? {
        var words = words[...]
        if let and = language.and, words.first == and { words.removeFirst() }
        while let last = words.last, words.count > 1, language.silent.contains(last) { words.removeLast() }
        guard let last = words.last else { return nil }
        guard let part = language.parts[last] else { return whole(words) }
        let before = words.dropLast()
        guard let and = language.and.flatMap({ before.lastIndex(of: $0) }) else {
            // "half", "a quarter", "three quarters"
            return before.isEmpty ? part : whole(before).map { $0 * part }
        }
        // "two and a half"
        return whole(before[..<and]).map { $0 + part }
    }

    private func whole(_ words: ArraySlice<String>) -> Double? {
        if words.count == 1, let word = words.first, language.one.contains(word) { return 1 }
        return numbers?.value(words).map(Double.init)
    }
}

/// Reads a language's phrases, of which some are parts of others.
private struct PhraseParser {
    private let rules: [String: Node]
    private let diagnostics: Diagnostics

    init(_ rules: [String: Node], _ diagnostics: Diagnostics) {
        self.rules = rules
        self.diagnostics = diagnostics
    }

    /// The phrases as alternatives; nil and a diagnostic if one is wrong.
    func alternatives(_ nodes: [Node]) -> Expansion? {
        let all = nodes.map { parse($0, depth: 0) }
        guard !all.isEmpty, !all.contains(where: { $0 == nil }) else { return nil }
        let expansions = all.compactMap { $0 }
        // As if they stood in one phrase, with '|' between them.
        let flat = expansions.flatMap { expansion in
            if case .alternatives(let inner) = expansion { inner } else { [Expansion.Alternative(expansion)] }
        }
        return flat.count == 1 ? flat[0].expansion : .alternatives(flat)
    }

    private func parse(_ node: Node, depth: Int) -> Expansion? {
        guard String.read(node, diagnostics) != nil,
            let expansion = ExpansionParser.parse(PhraseSource(node), diagnostics)
        else { return nil }
        var isWhole = true
        let resolved = expansion.mappingReferences { reference in
            guard case .named(let name, let place) = reference else { return .reference(reference) }
            if depth < Self.deepest, let rule = rules[name], let inner = parse(rule, depth: depth + 1) {
                return inner
            }
            isWhole = false
            if rules[name] == nil {
                diagnostics.add(
                    "no rule is called '\(name)' here\(suggestion(for: name, among: rules.keys.sorted()))",
                    at: place.mark)
            } else if depth == Self.deepest {
                diagnostics.add("<\(name)> leads back to itself; write it out", at: place.mark)
            }
            return .null
        }
        return isWhole ? resolved : nil
    }

    private static let deepest = 8
}

extension Expansion {
    /// The tree with words replaced where `body` has something else for them.
    fileprivate func replacingWords(_ body: (String) -> Expansion?) -> Expansion {
        switch self {
        case .word(let word): body(word) ?? self
        case .sequence(let parts): .sequence(parts.map { $0.replacingWords(body) })
        case .alternatives(let all):
            .alternatives(all.map { Alternative(weight: $0.weight, $0.expansion.replacingWords(body)) })
        case .optional(let part): .optional(part.replacingWords(body))
        case .repeated(let part, let once): .repeated(part.replacingWords(body), atLeastOnce: once)
        case .tagged(let part, let tag): .tagged(part.replacingWords(body), tag: tag)
        case .reference, .null, .void: self
        }
    }
}

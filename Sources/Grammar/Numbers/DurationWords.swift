import Configuration

/// English spans of time as they are said: "ten minutes", "an hour and a half", "half a minute".
enum DurationWords {
    /// The shortest and the longest that can be said.
    static let limits = Duration.milliseconds(500) ... .seconds(26 * 3600)

    /// What `<duration>` accepts: up to 24 hours, 120 minutes, 120 seconds, and halves and quarters of them.
    ///
    /// - Parameter beforeNoun: whether more words have to follow, so that it may be said as in "ten minute timer". Elsewhere
    ///   the singular is no English, and made a command of half of one: of "set a timer for", spoken by two synthetic
    ///   voices, the recognizer took "for" and the breath after it for "ten hour" and "ten minute", never for a plural.
    static func expansion(beforeNoun: Bool) -> Expansion { beforeNoun ? attributive : plain }

    private static let plain = written { "\($0)s" }
    // Weights: the singular is much rarer.
    private static let attributive = written { "(/9/ \($0)s | /1/ \($0))" }

    private static func written(several: (_ unit: String) -> String) -> Expansion {
        func counted(_ article: String, _ most: Int, _ unit: String) -> String {
            "((\(article) | one) \(unit) | <2..\(most)> \(several(unit)))"
        }
        let minutes = counted("a", 120, "minute")
        let seconds = counted("a", 120, "second")
        let half = "and a half"
        let phrases = [
            "\(counted("an", 24, "hour")) [\(half) | and a quarter | [and] \(minutes)]",
            "<1..24> \(half) hours",
            "half an hour", "[a] quarter of an hour", "three quarters of an hour",
            "\(minutes) [\(half) | [and] \(seconds)]",
            "<1..120> \(half) minutes",
            "half a minute",
            "\(seconds) [\(half)]",
            "<1..120> \(half) seconds",
            "half a second",
        ]
        let diagnostics = Diagnostics()
        let source = PhraseSource(text: phrases.joined(separator: " | "), file: "<duration>")
        guard let expansion = ExpansionParser.parse(source, diagnostics) else {
            preconditionFailure("the built-in <duration> does not parse: \(diagnostics.sorted)")
        }
        return expansion
    }

    /// The span that `words` say, or nil if they say none.
    static func value(_ words: some Collection<String>) -> Duration? {
        var total = 0.0
        var unit: Double?
        var amount: [String] = []
        for word in words {
            guard let next = milliseconds(in: word) else {
                amount.append(word)
                continue
            }
            guard let count = count(amount) else { return nil }
            total += count * next
            unit = next
            amount = []
        }
        guard let unit else { return nil }
        // "an hour and a half": the rest counts in the last unit.
        if !amount.isEmpty {
            guard let count = count(amount) else { return nil }
            total += count * unit
        }
        return .milliseconds(Int64(total.rounded()))
    }

    private static func milliseconds(in word: String) -> Double? {
        switch word {
        case "hour", "hours": 3_600_000
        case "minute", "minutes": 60_000
        case "second", "seconds": 1000
        default: nil
        }
    }

    /// "two and a half", "half an", "three quarters of an", "and twenty", "an".
    private static func count(_ words: [String]) -> Double? {
        var words = words[...]
        if words.first == "and" { words.removeFirst() }
        while let last = words.last, words.count > 1, ["a", "an", "of"].contains(last) { words.removeLast() }
        guard let last = words.last else { return nil }
        let fraction: Double
        switch last {
        case "half": fraction = 0.5
        case "quarter", "quarters": fraction = 0.25
        case "an": return words.count == 1 ? 1 : nil
        default: return NumberWords.value(words).map(Double.init)
        }
        let before = words.dropLast()
        guard let and = before.lastIndex(of: "and") else {
            // "half", "a quarter", "three quarters"
            return before.isEmpty ? fraction : NumberWords.value(before).map { Double($0) * fraction }
        }
        // "two and a half"
        return NumberWords.value(before[..<and]).map { Double($0) + fraction }
    }
}

import Platform

extension Grammar {
    /// Up to `count` different sentences of a command, the shortest first; always the same ones.
    ///
    /// They are drawn as the phrase's weights say; a phrase with fewer sentences gives fewer. Empty for a command that
    /// the grammar does not have.
    ///
    /// ```swift
    /// for words in grammar.sampleSentences(of: "lamp", count: 3) { print(words.joined(separator: " ")) }
    /// ```
    public func sampleSentences(of command: String, count: Int) -> [[String]] {
        guard let index = indices[command] else { return [] }
        var measure = ExpansionMeasure(book: book)
        // Most phrases of large grammars have few sentences, which are drawn soon.
        let most = min(count, measure.size(of: expansions[index]).ways)
        var random = SeededGenerator(seed: 0x5EED)
        var found: Set<[String]> = []
        var drawn = 0
        // Of times that are drawn, few may be within a narrow range.
        let (product, isBeyond) = count.multipliedReportingOverflow(by: limitsTimes ? 1000 : 20)
        let patience = isBeyond ? .max : product
        while found.count < most, drawn < patience {
            drawn += 1
            if let sentence = sample(command, using: &random) { found.insert(sentence) }
        }
        return found.sorted { ($0.count, $0.joined(separator: " ")) < ($1.count, $1.joined(separator: " ")) }
    }

    /// One sentence of a command, as its words, drawn as the phrase's weights say; nil if it ran into `<VOID>` or
    /// beyond reason (200 words), or a time that is out of its range, or if the grammar does not have the command.
    public func sample(_ command: String, using random: inout some RandomNumberGenerator) -> [String]? {
        guard let index = indices[command] else { return nil }
        let command = phrases.commands[index]
        var words: [String] = []
        var state = command.start
        while state != command.final {
            guard words.count < Self.mostWords,
                let arc = draw(from: phrases.arcs(leaving: state), using: &random)
            else {
                return nil
            }
            if case .word(let word) = arc.label { words.append(phrases.words[word]) }
            state = arc.to
        }
        if limitsTimes, parse(words, as: command.name) == nil { return nil }
        return words
    }

    private func draw(
        from arcs: some Sequence<PhraseNetwork.Arc>, using random: inout some RandomNumberGenerator
    ) -> PhraseNetwork.Arc? {
        var rest = Double.random(in: 0..<1, using: &random) * arcs.reduce(0) { $0 + $1.probability }
        var last: PhraseNetwork.Arc?
        for arc in arcs {
            last = arc
            rest -= arc.probability
            if rest < 0 { break }
        }
        return last
    }
}

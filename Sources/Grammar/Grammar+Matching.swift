extension Grammar {
    /// How far an utterance has come: from ``progress(of:)``, for an `Endpointer`.
    public enum Progress: Sendable, Hashable {
        /// No command begins with these words.
        case impossible
        /// A command begins so, and is not complete.
        case partial
        /// A command is complete; `extendable` if more words could follow.
        case complete(extendable: Bool)
    }

    /// The commands that `words` say, each with its slots, most probable first; empty if they say none.
    ///
    /// Each command is given once, in its most probable reading. Words are compared as they are: in lower case.
    package func parse(_ words: [String]) -> [Match] {
        // The index quickly rejects most utterances, which are not commands.
        guard walk.isComplete(walk.states(after: words)) else { return [] }
        return phrases.readings(of: words).compactMap { inRange(words, $0) }
            .sorted { $0.logProbability > $1.logProbability }.map(\.match)
    }

    /// The likeliest reading as the same command whose spans of time are within their ranges; nil where there is none.
    private func inRange(
        _ words: [String], _ likeliest: PhraseNetwork.Reading
    ) -> (match: Match, logProbability: Double)? {
        let command = likeliest.command
        var refused: Set<PhraseNetwork.Opening> = []
        var next: PhraseNetwork.Reading? = likeliest
        while let reading = next {
            let collector = SlotCollector(words, marks: reading.marks, in: book.quantities)
            if collector.outOfRange.isEmpty {
                return (
                    Match(command: phrases.commands[command].name, slots: collector.slots),
                    reading.logProbability
                )
            }
            refused.formUnion(collector.outOfRange.map(\.opening))
            next = phrases.readings(of: words, among: command..<command + 1, without: refused).first
        }
        return nil
    }

    /// What `words` say as this command; nil if they do not say it. In a large grammar this takes far less time than to look at
    /// all commands.
    package func parse(_ words: [String], as command: String) -> Match? {
        guard let index = indices[command] else { return nil }
        return phrases.readings(of: words, among: index..<index + 1).first.flatMap {
            inRange(words, $0)?.match
        }
    }

    /// Which of `words` are the numbers and spans of time of the likeliest command, as ranges of indices; also those that are out
    /// of their range.
    ///
    ///     grammar.quantities(in: ["go", "to", "floor", "two"])   // [3..<4] for "go to floor <1..30>"
    public func quantities(in words: [String]) -> [Range<Int>] {
        guard listeningWalk.isComplete(listeningWalk.states(after: words)),
            let reading = phrases.readings(of: words).first ?? listening.readings(of: words).first
        else { return [] }
        return SlotCollector(words, marks: reading.marks, in: book.quantities).quantities
    }

    /// How far `words` are on the way to a command: what an endpointer asks after every word.
    ///
    ///     grammar.progress(of: ["turn", "off"])  // .partial
    public func progress(of words: [String]) -> Progress {
        let meant = walk.states(after: words)
        let (walk, states) =
            meant.isEmpty ? (listeningWalk, listeningWalk.states(after: words)) : (walk, meant)
        if states.isEmpty { return .impossible }
        return walk.isComplete(states) ? .complete(extendable: walk.canGoOn(states)) : .partial
    }

    /// In how many ways at most `words` can be gone on with to the end of a command; infinite with an open repeat, 0
    /// where no command begins so.
    ///
    ///     grammar.continuationCount(of: ["coffee"])   // 2 for "coffee [with (milk | sugar)]"
    public func continuationCount(of words: [String]) -> Double {
        walk.continuationCount(walk.states(after: words))
    }

    /// How many letters the longest word has that may come after `words`; 0 where none may.
    ///
    ///     grammar.longestNextWord(after: ["coffee"])   // 4, of "with", for "coffee [with (milk | sugar)]"
    package func longestNextWord(after words: [String]) -> Int {
        walk.nextWords(walk.states(after: words)).map(\.count).max() ?? 0
    }

    /// Whether `words` end in a number or a span of time that a word or two more would make another: what an endpointer asks before a
    /// pause is the end. Of the likeliest command alone, and not beyond the first hundred ways to go on.
    ///
    ///     grammar.mayChangeQuantity(after: ["go", "to", "floor", "twenty"])   // true for <1..30>: "twenty two"
    package func mayChangeQuantity(after words: [String]) -> Bool {
        guard let command = parse(words).first.flatMap({ indices[$0.command] }),
            let last = quantities(in: words, as: command).first(where: { $0.upperBound == words.count })
        else { return false }
        var ways = 100
        func goesOn(_ words: [String]) -> Bool {
            ways -= 1
            return quantities(in: words, as: command).contains {
                $0.lowerBound == last.lowerBound && $0.upperBound > last.upperBound
            }
        }
        for next in walk.nextWords(walk.states(after: words)) where ways > 0 {
            let states = walk.states(after: words + [next])
            if walk.isComplete(states) {
                if goesOn(words + [next]) { return true }
                continue
            }
            // "one hundred", and "and five".
            for second in walk.nextWords(states) where ways > 0 {
                if goesOn(words + [next, second]) { return true }
            }
        }
        return false
    }

    /// The same as ``quantities(in:)`` of one command, by its index.
    private func quantities(in words: [String], as command: Int) -> [Range<Int>] {
        guard let reading = phrases.readings(of: words, among: command..<command + 1).first else { return [] }
        return SlotCollector(words, marks: reading.marks, in: book.quantities).quantities
    }

    /// Whether `words` say a command, whole.
    public func accepts(_ words: [String]) -> Bool {
        walk.isComplete(walk.states(after: words)) && !(limitsTimes && parse(words).isEmpty)
    }
}

import Configuration

extension Grammar {
    static let largestMinimalNetwork = 20_000
    private static let mostArcs = 200_000
    /// More than anyone says in one breath: at four words a second these take most of a minute.
    static let mostWords = 200
    /// What finding the minimal network may cost for each state that it may have, in steps over the phrases: in all, some
    /// tenths of a second.
    private static let mostStepsOfState = 250
    /// Between how many states the unreduced network may lead without a word: the decoder writes out each.
    private static let mostSilentWays = 1_000_000

    struct Phrase {
        var command: String
        var expansion: Expansion
        var mark: Mark
    }

    static func phrases(of commands: Node, _ book: RuleBook, _ diagnostics: Diagnostics) -> [Phrase] {
        guard let entries = commands.entries, !entries.isEmpty else {
            diagnostics.add(
                "expected commands as 'name: { say: words }', but this is \(commands.kind)", at: commands.mark
            )
            return []
        }
        return entries.compactMap { entry in
            guard let say = entry.value["say"], let expansion = RuleBook.expansion(of: say, diagnostics)
            else { return nil }
            return Phrase(command: entry.key, expansion: book.resolve(expansion, diagnostics), mark: say.mark)
        }
    }

    init?(phrases: [Phrase], book: RuleBook, _ diagnostics: Diagnostics, statesAtMost limit: Int) {
        Self.checkSizes(phrases, book, diagnostics)
        guard diagnostics.isEmpty else { return nil }
        commands = phrases.map(\.command)
        indices = Dictionary(commands.enumerated().map { ($1, $0) }) { first, _ in first }
        expansions = phrases.map(\.expansion)
        self.book = book
        let network = PhraseNetwork(commands: phrases.map { ($0.command, $0.expansion) }, book: book)
        self.phrases = network
        let listening =
            network.limitsNumbers
            ? PhraseNetwork(
                commands: phrases.map { ($0.command, $0.expansion) }, book: book, hearsNumbersAround: true)
            : network
        self.listening = listening
        limitsTimes = network.marks.contains {
            if case .openDuration = $0 { true } else { false }
        }
        let reduced = DFA(network, limit: limit, steps: limit * Self.mostStepsOfState)
        if reduced.isComplete {
            let meant = WordNetwork(minimal: reduced, words: network.words)
            walk = NetworkWalk(meant)
            self.network = network.limitsNumbers ? Self.reduced(listening, statesAtMost: limit) : meant
            ambiguities = Self.ambiguities(in: reduced, network)
            uncompared = []
        } else {
            if let index = Self.commandWithTooManySilentWays(in: listening) {
                diagnostics.add(
                    "command '\(phrases[index].command)' can leave out words in too many ways; write fewer '[ ]', '*' and <NULL> after one another",
                    at: phrases[index].mark)
                return nil
            }
            let meant = WordNetwork(unreduced: network)
            walk = NetworkWalk(meant)
            self.network = network.limitsNumbers ? WordNetwork(unreduced: listening) : meant
            (ambiguities, uncompared) = Self.ambiguitiesByPair(in: network)
        }
        listeningWalk = network.limitsNumbers ? NetworkWalk(self.network) : walk
    }

    /// Whether each command can be said, and all of them together can be searched.
    private static func checkSizes(_ phrases: [Phrase], _ book: RuleBook, _ diagnostics: Diagnostics) {
        var measure = ExpansionMeasure(book: book)
        var total = 0
        for phrase in phrases {
            let size = measure.size(of: phrase.expansion)
            total += size.arcs
            if total > mostArcs {
                diagnostics.add(
                    "the commands written out are more than \(mostArcs) words; use fewer alternatives or rules",
                    at: phrase.mark)
                return
            }
            switch size.shortest {
            case 0:
                diagnostics.add(
                    "command '\(phrase.command)' can be said without a word; leave one outside of '[ ]' and '*'",
                    at: phrase.mark)
            case nil:
                diagnostics.add(
                    "command '\(phrase.command)' can never be said, because of <VOID>; remove it",
                    at: phrase.mark)
            case let words? where words > mostWords:
                diagnostics.add(
                    "command '\(phrase.command)' is never shorter than \(words) words, too long for one utterance; leave it no more than \(mostWords)",
                    at: phrase.mark)
            default: break
            }
        }
    }

    /// The smallest network that says the same; the network itself where that would take too long to find.
    private static func reduced(_ network: PhraseNetwork, statesAtMost limit: Int) -> WordNetwork {
        let reduced = DFA(network, limit: limit, steps: limit * mostStepsOfState)
        return reduced.isComplete
            ? WordNetwork(minimal: reduced, words: network.words) : WordNetwork(unreduced: network)
    }

    /// What a command's own sentences are, as ``network`` is of all; nil for a command that the grammar does not have.
    ///
    /// ```swift
    /// let words = grammar.network(of: "lamp")?.vocabulary      // those that say "lamp"
    /// ```
    package func network(of command: String) -> WordNetwork? {
        guard let index = indices[command] else { return nil }
        return Self.reduced(
            PhraseNetwork(commands: [(command, expansions[index])], book: book),
            statesAtMost: Self.largestMinimalNetwork)
    }

    /// The command, if any, with which the ways that say nothing become too many for the decoder.
    private static func commandWithTooManySilentWays(in network: PhraseNetwork) -> Int? {
        var pass = EpsilonClosure(network)
        for state in 0..<network.stateCount {
            pass.enter(CollectionOfOne(state))
            if pass.steps > mostSilentWays { return network.commands.lastIndex { $0.start <= state } }
        }
        return nil
    }
}

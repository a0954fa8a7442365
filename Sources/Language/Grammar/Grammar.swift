import Settings

/// The commands of a device: what can be said, and what it means.
///
/// A command's phrase is a JSGF expansion; the rules that it names give its slots. It is compiled once into one
/// `WordNetwork` for decoding, and the same network of phrases gives the vocabulary and the slots, so that what is
/// decoded can always be understood. A value that any thread may use; compiling takes milliseconds.
///
///     let grammar = try Grammar(
///         commands: ["lamp": "[please] (turn | switch) <state> the lamp"], rules: ["state": "on | off"])
///     grammar.parse(["turn", "off", "the", "lamp"])  // [lamp, state: off]
///
/// Beside words, `|`, `[ ]`, `( )`, `*`, `+`, weights `/2/`, tags `{value}` and named rules, a phrase may contain
/// `<1..30>` (a number that is spoken in English, at most six digits) and `<duration>` ("ten minutes"). A rule's value is
/// its tag, else the number or duration that is all of it, else its words. A number or duration outside of such a
/// rule is the slot `number` or `duration`, and a tag outside of every rule is the slot `tag`.
public struct Grammar: Sendable {
    /// What the decoder searches.
    public let network: WordNetwork
    /// The commands' names, in the order of the file.
    public let commands: [String]
    /// Pairs of commands that accept the same sentence; empty in a good grammar. They are not searched for where the
    /// minimal network would have more than 20 000 states.
    public let ambiguities: [Ambiguity]

    let phrases: PhraseNetwork
    let book: RuleBook
    let expansions: [Expansion]
    let walk: NetworkWalk

    /// Two commands that accept the same sentence.
    public struct Ambiguity: Sendable, Hashable {
        public var commands: [String]
        /// A shortest sentence that both accept.
        public var sentence: [String]
    }

    /// Every word that can be said, in lower case.
    public var vocabulary: Set<String> { network.vocabulary }

    /// Compiles the `commands:` section of a settings file, of which it reads each command's `say:` (a phrase, or a list
    /// of phrases), the `rules:` section (each a phrase or a list), and the `import:` section (`.gram` files, relative to
    /// the settings file).
    ///
    /// - Returns: nil after at least one complaint, each with the line and column inside the phrase.
    public init?(commands: Node, rules: Node? = nil, imports: Node? = nil, _ complaints: Complaints) {
        let own = Complaints()
        defer { complaints.add(own.sorted) }
        let book = RuleBook(rules: rules, imports: imports, own)
        let phrases = Self.phrases(of: commands, book, own)
        guard own.isEmpty, book.isWellFounded else { return nil }
        self.init(phrases: phrases, book: book, own, statesAtMost: Self.largestMinimalNetwork)
    }

    /// Compiles commands that stand in a program; complaints name the command or rule for a file.
    public init(
        commands: KeyValuePairs<String, String>, rules: KeyValuePairs<String, String> = [:]
    ) throws(LanguageError) {
        try self.init(
            commands: commands.map { ($0.key, $0.value) }, rules: rules.map { ($0.key, $0.value) },
            statesAtMost: Self.largestMinimalNetwork)
    }

    /// As above; beyond `limit` states of the minimal network the phrases' own is searched, unreduced.
    init(
        commands: [(String, String)], rules: [(String, String)], statesAtMost limit: Int
    ) throws(LanguageError) {
        let complaints = Complaints()
        let book = RuleBook(
            rules: Self.map(rules.map { ($0, Node(text: $1, name: "<\($0)>")) }), imports: nil, complaints)
        let phrases = Self.phrases(
            of: Self.map(commands.map { ($0, Self.map([("say", Node(text: $1, name: $0))])) }), book,
            complaints)
        guard complaints.isEmpty, book.isWellFounded else { throw .invalidGrammar(complaints.sorted) }
        guard let grammar = Grammar(phrases: phrases, book: book, complaints, statesAtMost: limit) else {
            throw .invalidGrammar(complaints.sorted)
        }
        self = grammar
    }

    private static func map(_ entries: [(String, Node)]) -> Node {
        let mark = Mark(file: "", line: 1, column: 1)
        return Node(.map(entries.map { Node.Entry(key: $0, keyMark: mark, value: $1) }), at: mark)
    }
}

// MARK: - Compiling

extension Grammar {
    private static let largestMinimalNetwork = 20_000
    private static let mostArcs = 200_000

    struct Phrase {
        var command: String
        var expansion: Expansion
        var mark: Mark
    }

    private static func phrases(of commands: Node, _ book: RuleBook, _ complaints: Complaints) -> [Phrase] {
        guard let entries = commands.entries, !entries.isEmpty else {
            complaints.add(
                "expected commands as 'name: { say: words }', but this is \(commands.kind)", at: commands.mark
            )
            return []
        }
        return entries.compactMap { entry in
            guard let say = entry.value["say"] else {
                complaints.add("command '\(entry.key)' has no words; add 'say:'", at: entry.keyMark)
                return nil
            }
            guard let expansion = RuleBook.expansion(of: say, complaints) else { return nil }
            return Phrase(command: entry.key, expansion: book.resolve(expansion, complaints), mark: say.mark)
        }
    }

    private init?(phrases: [Phrase], book: RuleBook, _ complaints: Complaints, statesAtMost limit: Int) {
        var measure = Measure(book: book)
        var total = 0
        for phrase in phrases {
            let size = measure.size(of: phrase.expansion)
            total += size.arcs
            if total > Self.mostArcs {
                complaints.add(
                    "the commands written out are more than \(Self.mostArcs) words; use fewer alternatives or rules",
                    at: phrase.mark)
                return nil
            }
            switch size.spoken {
            case .nothing:
                complaints.add(
                    "command '\(phrase.command)' can be said without a word; leave one outside of '[ ]' and '*'",
                    at: phrase.mark)
            case .never:
                complaints.add(
                    "command '\(phrase.command)' can never be said, because of <VOID>; remove it",
                    at: phrase.mark)
            case .words: break
            }
        }
        guard complaints.isEmpty else { return nil }
        commands = phrases.map(\.command)
        expansions = phrases.map(\.expansion)
        self.book = book
        let network = PhraseNetwork(commands: phrases.map { ($0.command, $0.expansion) }, book: book)
        self.phrases = network
        if let reduced = Determinized(network, limit: limit) {
            self.network = WordNetwork(minimal: reduced, words: network.words)
            ambiguities = Self.ambiguities(in: reduced, network)
        } else {
            self.network = WordNetwork(unreduced: network)
            ambiguities = []
        }
        walk = NetworkWalk(self.network)
    }

    /// Every pair of commands that end in the same state, with the first sentence found, which is a shortest.
    private static func ambiguities(in reduced: Determinized, _ network: PhraseNetwork) -> [Ambiguity] {
        var seen: Set<[Int]> = []
        var found: [Ambiguity] = []
        for state in reduced.endings.indices where reduced.endings[state].count > 1 {
            let together = reduced.endings[state].sorted()
            for (index, first) in together.enumerated() {
                for second in together[(index + 1)...] where seen.insert([first, second]).inserted {
                    found.append(
                        Ambiguity(
                            commands: [network.commands[first].name, network.commands[second].name],
                            sentence: reduced.sentence(to: state).map { network.words[$0] }))
                }
            }
        }
        return found
    }
}

/// What an expansion comes to when it is written out.
private struct Measure {
    struct Size {
        /// Arcs that carry words or marks.
        var arcs: Int
        var spoken: Spoken
    }

    /// The least that is said for an expansion.
    enum Spoken { case nothing, words, never }

    let book: RuleBook
    private var rules: [Int: Size] = [:]

    init(book: RuleBook) { self.book = book }

    mutating func size(of expansion: Expansion) -> Size {
        switch expansion {
        case .word: return Size(arcs: 1, spoken: .words)
        case .null: return Size(arcs: 1, spoken: .nothing)
        case .void: return Size(arcs: 0, spoken: .never)
        case .sequence(let parts):
            let sizes = parts.map { size(of: $0) }
            let least: Spoken =
                sizes.contains { $0.spoken == .never }
                ? .never : sizes.contains { $0.spoken == .words } ? .words : .nothing
            return Size(arcs: sum(sizes), spoken: least)
        case .alternatives(let all):
            let sizes = all.filter { $0.weight > 0 }.map { size(of: $0.expansion) }
            let least: Spoken =
                sizes.contains { $0.spoken == .nothing }
                ? .nothing : sizes.contains { $0.spoken == .words } ? .words : .never
            return Size(arcs: sum(sizes), spoken: least)
        case .optional(let part): return Size(arcs: size(of: part).arcs + 1, spoken: .nothing)
        case .repeated(let part, let atLeastOnce):
            let once = size(of: part)
            return Size(arcs: once.arcs + 4, spoken: atLeastOnce ? once.spoken : .nothing)
        case .tagged(let part, _):
            let inner = size(of: part)
            return Size(arcs: inner.arcs + 1, spoken: inner.spoken)
        case .reference(.rule(let rule, _)):
            if let known = rules[rule] { return known }
            let inner = size(of: book.rules[rule].expansion)
            rules[rule] = Size(arcs: min(inner.arcs + 2, 1 << 40), spoken: inner.spoken)
            return rules[rule]!
        case .reference(.number(let range)):
            return Size(arcs: size(of: NumberWords.expansion(of: range)).arcs + 2, spoken: .words)
        case .reference(.duration):
            return Size(arcs: size(of: DurationWords.expansion).arcs + 2, spoken: .words)
        case .reference(.named): return Size(arcs: 0, spoken: .never)
        }
    }

    /// Rules that use rules can multiply beyond any integer.
    private func sum(_ sizes: [Size]) -> Int {
        sizes.reduce(0) { min($0 + $1.arcs, 1 << 40) }
    }
}

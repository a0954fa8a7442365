import Configuration
import Models

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
/// `<1..30>` (a number as the language says it, at most six digits) and `<duration>` ("ten minutes"), or
/// `<duration 1m..20m>`. What is said outside of such a range is understood, and no command. A rule's value is its tag, else
/// the number or duration that is all of it, else its words. A number or duration outside of such a
/// rule is the slot `number` or `duration`, and a tag outside of every rule is the slot `tag`.
public struct Grammar: Sendable {
    /// What the decoder searches: also numbers that are outside of their range, so that they are not taken for the nearest one
    /// that is not.
    package let network: WordNetwork
    /// The commands' names, in the order of the file.
    public let commands: [String]
    /// Pairs of commands that accept the same sentence; empty in a good grammar. Spans of time are compared as words, whatever
    /// their ranges.
    public let ambiguities: [Ambiguity]
    /// Pairs of commands, by name, that were too large to look for a sentence that both accept; hardly ever any.
    public let uncompared: [[String]]

    /// The slot of what stands between `{` and `}` in a command itself, outside of its rules.
    package static let tagSlot = "tag"

    /// Of each command, its place in `commands`.
    let indices: [String: Int]
    let phrases: PhraseNetwork
    let book: RuleBook
    let expansions: [Expansion]
    let walk: NetworkWalk
    /// What `network` is made of: the phrases, and in them numbers that are outside of their range.
    let listening: PhraseNetwork
    let listeningWalk: NetworkWalk
    /// Whether there is a span of time, of which more can be said than any takes.
    let limitsTimes: Bool

    /// Two commands that accept the same sentence: from ``ambiguities``.
    ///
    /// ```swift
    /// for ambiguity in grammar.ambiguities {
    ///     print(ambiguity.commands, "are both said by", ambiguity.sentence.joined(separator: " "))
    /// }
    /// ```
    public struct Ambiguity: Sendable, Hashable {
        /// The names of the two, in the order of the file.
        public var commands: [String]
        /// A shortest sentence that both accept.
        public var sentence: [String]
    }

    /// Rules of the configuration itself, not of imported files, that no command says, in the order of the file.
    package var unusedRules: [String] { book.rulesUnused(by: expansions) }

    /// Every word that is listened for, in lower case.
    public var vocabulary: Set<String> { network.vocabulary }

    /// Compiles the `commands:` section of a configuration file, of which it reads each command's `say:` (a phrase, or a list
    /// of phrases), the `rules:` section (each a phrase or a list), and the `import:` section (`.gram` files, relative to
    /// the configuration file).
    ///
    /// - Parameters:
    ///   - commands: a map of commands, at least one.
    ///   - rules: a map of rules; nil if there are none.
    ///   - imports: a file's name, or a list of them; nil if there are none.
    ///   - language: how numbers and spans of time are said; nil where that cannot be known.
    ///   - diagnostics: collects what is wrong.
    /// - Returns: nil after at least one diagnostic, each with the line and column inside the phrase; and nil without one where
    ///   there are numbers or spans of time and no language, or a command has no `say:`, which who reads its other keys tells.
    package init?(
        commands: Node, rules: Node? = nil, imports: Node? = nil, in language: LanguageWords?,
        _ diagnostics: Diagnostics
    ) {
        let own = Diagnostics()
        defer { diagnostics.add(own.sorted) }
        var book = RuleBook(rules: rules, imports: imports, own)
        let phrases = Self.phrases(of: commands, book, own)
        guard own.isEmpty, book.isWellFounded, phrases.count == commands.entries?.count else { return nil }
        let quantities = book.quantities(in: phrases)
        if !quantities.isEmpty {
            guard let language else { return nil }
            book.quantities = SpokenQuantities(language, for: quantities, own)
            guard own.isEmpty else { return nil }
        }
        self.init(phrases: phrases, book: book, own, statesAtMost: Self.largestMinimalNetwork)
    }

    /// Compiles commands that stand in a program; diagnostics name the command or rule for a file.
    ///
    /// - Parameters:
    ///   - commands: by name, the phrase of each; at least one.
    ///   - rules: by name, without the brackets.
    ///   - language: whose numbers and spans of time are said; nil is that of the model pack that the environment asks for.
    /// - Throws: `.noLanguage` where numbers or spans of time are said and no model pack is found; `.invalidGrammar` with
    ///   everything that is wrong: a phrase that does not parse, an unknown rule, a rule that needs itself, a command that is said without a word, or more than 200 000 words when written out.
    public init(
        commands: KeyValuePairs<String, String>, rules: KeyValuePairs<String, String> = [:],
        in language: LanguageWords? = nil
    ) throws(GrammarError) {
        try self.init(
            commands: commands.map { ($0.key, $0.value) }, rules: rules.map { ($0.key, $0.value) },
            in: language, statesAtMost: Self.largestMinimalNetwork)
    }

    /// As above; beyond `limit` states of the minimal network the phrases' own is searched, unreduced.
    init(
        commands: [(String, String)], rules: [(String, String)], in language: LanguageWords? = nil,
        statesAtMost limit: Int
    ) throws(GrammarError) {
        let diagnostics = Diagnostics()
        var book = RuleBook(
            rules: Self.map(rules.map { ($0, Node(text: $1, name: "<\($0)>")) }), imports: nil, diagnostics)
        let phrases = Self.phrases(
            of: Self.map(commands.map { ($0, Self.map([("say", Node(text: $1, name: $0))])) }), book,
            diagnostics)
        guard diagnostics.isEmpty, book.isWellFounded else { throw .invalidGrammar(diagnostics.sorted) }
        // Most grammars of programs have no numbers, and need no language.
        let quantities = book.quantities(in: phrases)
        if !quantities.isEmpty {
            guard let language = language ?? .preferred else { throw .noLanguage }
            book.quantities = SpokenQuantities(language, for: quantities, diagnostics)
        }
        guard diagnostics.isEmpty,
            let grammar = Grammar(phrases: phrases, book: book, diagnostics, statesAtMost: limit)
        else {
            throw .invalidGrammar(diagnostics.sorted)
        }
        self = grammar
    }

    private static func map(_ entries: [(String, Node)]) -> Node {
        let mark = Mark(file: "", line: 1, column: 1)
        return Node(.map(entries.map { Node.Entry(key: $0, keyMark: mark, value: $1) }), at: mark)
    }
}

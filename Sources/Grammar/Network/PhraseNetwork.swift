import Glibc

/// Every command's phrases written out as one finite-state network whose arcs carry words and marks.
///
/// The marks (a rule opens or closes, a tag is passed) are what turns the words of an utterance into slots. Without them
/// it is the network that decoding searches: `WordNetwork` is derived from it, so the two accept the same sentences.
/// Constructed after Thompson (1968): each part of an expansion lies between two states, alternatives share both.
struct PhraseNetwork: Sendable {
    enum Mark: Sendable, Hashable {
        /// A rule begins; the name of its slot.
        case open(String)
        /// A number begins; those that are meant.
        case openNumber(ClosedRange<Int>)
        /// A span of time begins; those that are meant.
        case openDuration(ClosedRange<Duration>)
        /// What was opened last ends.
        case close
        /// The value of the innermost open rule.
        case tag(String)
    }

    enum Label: Sendable, Hashable {
        case epsilon
        /// An index into `words`.
        case word(Int)
        /// An index into `marks`.
        case mark(Int)

        var isWord: Bool { if case .word = self { true } else { false } }
    }

    struct Arc: Sendable {
        var from: Int
        var to: Int
        var label: Label
        /// Above 0 and up to 1; those of the arcs that leave a state add up to 1, or less where <VOID> is a choice.
        var probability: Double
        var logProbability: Double
    }

    struct Command: Sendable {
        var name: String
        var start: Int
        var final: Int
    }

    private(set) var stateCount = 0
    private(set) var commands: [Command] = []
    /// The index of the command that is complete in a state.
    private(set) var finals: [Int: Int] = [:]
    private(set) var words: [String] = []
    private(set) var wordIDs: [String: Int] = [:]
    private(set) var marks: [Mark] = []
    private(set) var arcs: [Arc] = []
    /// The arcs that leave state s are `leaving[firstLeaving[s]..<firstLeaving[s + 1]]`, as indices of arcs.
    private(set) var leaving: [Int] = []
    private(set) var firstLeaving: [Int] = []

    private var markIDs: [Mark: Int] = [:]
    /// Whether there is a number with a range of its own, and not only those within spans of time.
    private(set) var limitsNumbers = false
    /// What spans of time count with is as it is, as they have ranges themselves.
    private var isWithinTime = false
    private let hearsNumbersAround: Bool

    /// - Parameter hearsNumbersAround: whether numbers may be said that are outside of their range.
    init(commands: [(name: String, phrase: Expansion)], book: RuleBook, hearsNumbersAround: Bool = false) {
        self.hearsNumbersAround = hearsNumbersAround
        var measure = ExpansionMeasure(book: book)
        for command in commands {
            let start = newState()
            let final = newState()
            finals[final] = self.commands.count
            self.commands.append(Command(name: command.name, start: start, final: final))
            add(command.phrase, from: start, to: final, followed: false, &measure)
        }
        index()
    }

    func arcs(leaving state: Int) -> some Sequence<Arc> {
        leaving[firstLeaving[state]..<firstLeaving[state + 1]].lazy.map { arcs[$0] }
    }
}

// MARK: - Construction

extension PhraseNetwork {
    /// How often what is in `*` or `+` is expected to be said again.
    private static let again = 0.5

    /// Writes out `expansion` between two states; `probability` is that of entering it, and goes to its first arc.
    ///
    /// - Parameter followed: whether the command is not complete without a word after it.
    private mutating func add(
        _ expansion: Expansion, from: Int, to: Int, probability: Double = 1, followed: Bool,
        _ measure: inout ExpansionMeasure
    ) {
        switch expansion {
        case .word(let word):
            addArc(from, to, .word(id(of: word)), probability)
        case .null:
            addArc(from, to, .epsilon, probability)
        case .void:
            break
        case .sequence(let parts):
            let lastSpoken = parts.lastIndex { measure.size(of: $0).shortest != 0 } ?? 0
            var state = from
            for (index, part) in parts.enumerated() {
                let next = index == parts.count - 1 ? to : newState()
                add(
                    part, from: state, to: next, probability: index == 0 ? probability : 1,
                    followed: followed || index < lastSpoken, &measure)
                state = next
            }
        case .alternatives(let all):
            let total = all.reduce(0) { $0 + $1.weight }
            for one in all where one.weight > 0 {
                add(
                    one.expansion, from: from, to: to, probability: probability * one.weight / total,
                    followed: followed, &measure)
            }
        case .optional(let part):
            addArc(from, to, .epsilon, probability / 2)
            add(part, from: from, to: to, probability: probability / 2, followed: followed, &measure)
        case .repeated(let part, let atLeastOnce):
            addRepeat(
                part, atLeastOnce: atLeastOnce, from: from, to: to, probability: probability,
                followed: followed, &measure)
        case .tagged(let part, let tag):
            let inner = newState()
            add(part, from: from, to: inner, probability: probability, followed: followed, &measure)
            addArc(inner, to, .mark(id(of: .tag(tag))), 1)
        case .reference(let reference):
            let (mark, body) = content(of: reference, followed: followed, measure.book)
            let wasWithinTime = isWithinTime
            defer { isWithinTime = wasWithinTime }
            switch reference {
            case .duration: isWithinTime = true
            case .number: limitsNumbers = limitsNumbers || !isWithinTime
            case .rule, .named: break
            }
            let first = newState()
            let last = newState()
            addArc(from, first, .mark(id(of: mark)), probability)
            add(body, from: first, to: last, followed: followed, &measure)
            addArc(last, to, .mark(id(of: .close)), 1)
        }
    }

    /// The loop has states of its own, so that no other part that shares `from` or `to` can enter it.
    private mutating func addRepeat(
        _ part: Expansion, atLeastOnce: Bool, from: Int, to: Int, probability: Double, followed: Bool,
        _ measure: inout ExpansionMeasure
    ) {
        let before = newState()
        let after = newState()
        if !atLeastOnce { addArc(from, to, .epsilon, probability / 2) }
        addArc(from, before, .epsilon, atLeastOnce ? probability : probability / 2)
        add(part, from: before, to: after, followed: followed, &measure)
        addArc(after, before, .epsilon, Self.again)
        addArc(after, to, .epsilon, 1 - Self.again)
    }

    private func content(
        of reference: Expansion.Reference, followed: Bool, _ book: RuleBook
    ) -> (Mark, Expansion) {
        switch reference {
        case .rule(let rule, _): (.open(book.rules[rule].name), book.rules[rule].expansion)
        case .number(let range):
            (
                .openNumber(range),
                hearsNumbersAround && !isWithinTime
                    ? book.quantities.expansion(around: range) : book.quantities.expansion(of: range)
            )
        case .duration(let range):
            (.openDuration(range), book.quantities.duration(beforeNoun: followed))
        case .named: preconditionFailure("a reference was not resolved")
        }
    }

    private mutating func newState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    private mutating func addArc(_ from: Int, _ to: Int, _ label: Label, _ probability: Double) {
        // However small its weight, a phrase stays possible.
        let probability = max(probability, 1e-100)
        arcs.append(
            Arc(from: from, to: to, label: label, probability: probability, logProbability: log(probability)))
    }

    private mutating func id(of word: String) -> Int {
        if let known = wordIDs[word] { return known }
        words.append(word)
        wordIDs[word] = words.count - 1
        return words.count - 1
    }

    private mutating func id(of mark: Mark) -> Int {
        if let known = markIDs[mark] { return known }
        marks.append(mark)
        markIDs[mark] = marks.count - 1
        return marks.count - 1
    }

    /// Sorts the arcs by the state they leave (a counting sort, which keeps the order in which they were written).
    private mutating func index() {
        firstLeaving = Array(repeating: 0, count: stateCount + 1)
        for arc in arcs { firstLeaving[arc.from + 1] += 1 }
        for state in 0..<stateCount { firstLeaving[state + 1] += firstLeaving[state] }
        var next = firstLeaving
        leaving = Array(repeating: 0, count: arcs.count)
        for (index, arc) in arcs.enumerated() {
            leaving[next[arc.from]] = index
            next[arc.from] += 1
        }
    }
}

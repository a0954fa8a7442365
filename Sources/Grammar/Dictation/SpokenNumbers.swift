import Models

/// Finds numbers in running words of a language. A value; any thread may use it.
struct SpokenNumbers: Sendable {
    /// A number that words begin with, and how many of them it takes.
    typealias Found = (value: Int, count: Int)

    /// The most words of one: "nine hundred and ninety nine thousand nine hundred and ninety nine".
    private static let mostWords = 12

    private let grammar: Grammar
    /// Every word that a number may have.
    private let vocabulary: Set<String>
    private let digits: [String: Int]
    private let hundred: String?
    /// Words that multiply what is before them.
    private let multipliers: Set<String>
    /// What stands before the last part: "a hundred and five".
    let and: String?
    let minus: String?
    /// What may be said for one before other words: "a dollar fifty".
    let one: Set<String>

    /// - Parameter words: Of a language; nil where that has no numbers.
    init?(_ words: LanguageWords) {
        guard let numbers = words.numbers,
            let most = [999_999, 999, 99].first(where: { numbers.isSayable(0...$0) }),
            let grammar = try? Grammar(commands: ["number": "<0..\(most)>"], in: words)
        else { return nil }
        self.grammar = grammar
        vocabulary = grammar.vocabulary
        hundred = numbers.hundred
        multipliers = Set([numbers.hundred, numbers.thousand].compactMap { $0 })
        and = numbers.and
        minus = numbers.minus
        one = Set(numbers.one)
        digits = Dictionary(
            numbers.words.filter { $0.key < 10 }.flatMap { digit, phrases in
                phrases.filter { $0.count == 1 }.map { ($0[0], digit) }
            }
        ) { first, _ in first }
    }

    /// The digit that a word is.
    func digit(_ word: String) -> String? { digits[word].map(String.init) }

    /// The longest number that `words` begin with.
    func longest(_ words: ArraySlice<String>) -> Found? {
        usual(words).map { hundreds($0, words.dropFirst($0.count)) ?? $0 }
    }

    /// "Nineteen hundred and five": more than nine hundreds, which are no round number of thousands.
    private func hundreds(_ count: Found, _ rest: ArraySlice<String>) -> Found? {
        guard let hundred, rest.first == hundred, (11...99).contains(count.value), count.value % 10 != 0
        else { return nil }
        let whole = (value: count.value * 100, count: count.count + 1)
        var below = rest.dropFirst()
        if let and, below.first == and { below = below.dropFirst() }
        guard let more = usual(below), (1...99).contains(more.value) else { return whole }
        return (whole.value + more.value, count.count + (below.startIndex - rest.startIndex) + more.count)
    }

    private func usual(_ words: ArraySlice<String>) -> Found? {
        let run = words.prefix(Self.mostWords).prefix { vocabulary.contains($0) }
        for count in stride(from: run.count, to: 0, by: -1) {
            // "One hundred and two hundred" is no 102.
            let isCut = count > 1 && words.dropFirst(count).first.map(multipliers.contains) ?? false
            if case .number(let value)? = grammar.parse(Array(run.prefix(count))).first?.slots["number"],
                !isCut || value < 100
            {
                return (value, count)
            }
        }
        return nil
    }
}

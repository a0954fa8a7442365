import Models

/// A language's numbers as they are said: "twenty five", "a hundred and five", "minus three".
///
/// A range is composed of units, tens, hundreds and thousands, so `<1..999>` is a network of some forty words rather
/// than of a thousand phrases.
struct NumberWords: Sendable {
    static let limits = -999_999...999_999

    let language: LanguageWords.Numbers
    /// The tens whose numbers are put together.
    let composedTens: [Int]
    /// What the words come to, by their first one; of each the longest first.
    private let meanings: [String: [(words: [String], meaning: Meaning)]]

    private enum Meaning {
        case adds(Int)
        case multiplies(by: Int)
        case negates
        case nothing
    }

    init(_ language: LanguageWords.Numbers) {
        self.language = language
        composedTens = language.composedTens
        var all: [(words: [String], meaning: Meaning)] = []
        for (number, phrases) in language.words.sorted(by: { $0.key < $1.key }) {
            all += phrases.map { ($0, .adds(number)) }
        }
        for (number, phrases) in language.before.sorted(by: { $0.key < $1.key }) {
            all += phrases.map { ($0, .adds(number)) }
        }
        all += language.one.map { ($0.spokenWords, .adds(1)) }
        all += [(language.hundred, 100), (language.thousand, 1000)].compactMap { word, scale in
            word.map { ($0.spokenWords, .multiplies(by: scale)) }
        }
        all += ([language.and] + language.between.map { $0 }).compactMap { $0 }.map {
            ($0.spokenWords, .nothing)
        }
        if let minus = language.minus { all.append((minus.spokenWords, .negates)) }
        meanings = Dictionary(grouping: all.filter { !$0.words.isEmpty }) { $0.words[0] }
            .mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }

    /// The number that `words` say, or nil if they say none.
    ///
    /// It reads whatever `expansion(of:)` writes; which of these was allowed, the network has decided.
    func value(_ words: some Collection<String>) -> Int? {
        var thousands = 0
        var below = 0
        var sign = 1
        var isEmpty = true
        var rest = Array(words)[...]
        while let first = rest.first {
            guard let found = meanings[first]?.first(where: { rest.starts(with: $0.words) }) else {
                return nil
            }
            rest = rest.dropFirst(found.words.count)
            switch found.meaning {
            case .nothing: continue
            case .negates: sign = -1
            case .adds(let number): below += number
            case .multiplies(by: 100): below = max(1, below) * 100
            case .multiplies(let scale): (thousands, below) = (max(1, below) * scale, 0)
            }
            isEmpty = false
        }
        return isEmpty ? nil : sign * (thousands + below)
    }
}

/// Text that grows by words and marks, with spaces and capitals where they belong. A value.
struct WrittenLine {
    /// Marks that stand right behind the word before them.
    private static let closing: Set<Character> = [
        ",", ".", "?", "!", ":", ";", ")", "]", "}", "\u{201D}", "\u{2019}", "%",
    ]
    /// Marks that the next word stands right behind.
    private static let opening: Set<Character> = ["(", "[", "{", "\u{201C}", "\u{2018}"]
    /// Marks that stand between two words without a space.
    private static let joining: Set<Character> = ["-", "/", "\n"]
    /// Marks after which a sentence begins.
    private static let ending: Set<Character> = [".", "?", "!", "\n"]

    /// Marks that a recognizer puts where somebody pauses.
    private static let pausing: Set<Character> = [",", ".", "?", "!", ";", ":"]

    private(set) var text = ""
    /// The last word of what it goes on, as it is spoken; nil where a sentence begins.
    let wordBefore: String?
    private var beginsSentence: Bool
    private var needsSpace = false

    /// - Parameter before: What it goes on, as it stands written; nil where it begins by itself.
    init(after before: String? = nil) {
        beginsSentence = before?.last.map(Self.ending.contains) ?? true
        let last = before?.split(whereSeparator: \.isWhitespace).last
        wordBefore = beginsSentence ? nil : last.map { String($0).bare }
    }

    var isEmpty: Bool { text.isEmpty }
    var endsSentence: Bool { text.last.map(Self.ending.contains) ?? false }

    /// Whether a word has a mark at its end that says that it is the last before a pause.
    static func endsWithMark(_ word: String) -> Bool { word.last.map(pausing.contains) ?? false }

    /// Whether it ends with a mark that another one takes the place of. The point of "p.m." belongs to the word.
    private func endsWithMark(before mark: Character) -> Bool {
        guard let last = text.last, Self.pausing.contains(last) else { return false }
        let word = text.split(whereSeparator: \.isWhitespace).last ?? ""
        return last != "." || mark == "." || !word.dropLast().contains(".")
    }

    /// - Parameter isFixed: Whether it has no capital at the beginning of a sentence: a number, an address.
    mutating func add(word: String, isFixed: Bool = false) {
        if needsSpace { text += " " }
        text += beginsSentence && !isFixed ? word.prefix(1).uppercased() + word.dropFirst() : word
        needsSpace = true
        // Who writes "p.m." writes capitals, too.
        beginsSentence = false
    }

    /// - Parameter isReplacing: Whether it takes the place of a mark that was put there for the pause before it.
    mutating func add(mark: String, replacing isReplacing: Bool) {
        guard let first = mark.first, let last = mark.last else { return }
        let isReplacing = isReplacing && first != "\n" && !Self.opening.contains(first)
        if isReplacing, endsWithMark(before: first) { text.removeLast() }
        let isBehind = Self.closing.contains(first) || Self.joining.contains(first)
        if needsSpace, !isBehind { text += " " }
        text += mark
        needsSpace = !Self.opening.contains(last) && !Self.joining.contains(last)
        beginsSentence = Self.ending.contains(last) || beginsSentence && Self.opening.contains(last)
    }

    /// Adds the mark at the end of a word that was said for a bracket or a quote: the point of "close quote."
    mutating func add(markBehind word: String) {
        guard let mark = word.last, Self.pausing.contains(mark), let last = text.last,
            Self.closing.contains(last), !Self.pausing.contains(last)
        else { return }
        add(mark: String(mark), replacing: false)
    }
}

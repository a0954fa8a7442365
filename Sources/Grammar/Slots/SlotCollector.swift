/// Turns the marks of a reading into slots.
struct SlotCollector {
    /// A rule that is open.
    private struct Frame {
        var name: String?
        var kind: Kind = .rule
        var start: Int
        var tags: [String] = []
        /// Numbers and durations inside, which have no rule of their own yet.
        var values: [(name: String?, value: SlotValue, words: Range<Int>)] = []

        enum Kind {
            case rule
            case number(ClosedRange<Int>)
            case duration(ClosedRange<Duration>)
        }
    }

    /// A value of a slot, and the words that gave it.
    private typealias Found = (name: String, value: SlotValue, words: Range<Int>)

    private let words: [String]
    private let language: SpokenQuantities
    private var frames = [Frame(name: nil, start: 0)]
    private var found: [Found] = []
    /// The words of each number and span of time.
    private(set) var quantities: [Range<Int>] = []
    /// Those of them that are not meant, and what began each.
    private(set) var outOfRange: [(limits: Grammar.OutOfRange, opening: PhraseNetwork.Opening)] = []

    /// Reads `words` by the marks that a reading passed.
    init(
        _ words: [String], marks: [(mark: PhraseNetwork.Mark, at: Int)], in language: SpokenQuantities
    ) {
        self.words = words
        self.language = language
        for (mark, position) in marks { pass(mark, at: position) }
        close(at: words.count)
    }

    /// The values by name, several of one name as a list in the order in which they were said.
    var slots: [String: SlotValue] {
        var slots: [String: SlotValue] = [:]
        // The sort is stable: of values that begin at the same word, the one that was closed first stays first.
        for (name, value, _) in found.sorted(by: { $0.words.lowerBound < $1.words.lowerBound }) {
            switch slots[name] {
            case nil: slots[name] = value
            case .list(let values): slots[name] = .list(values + [value])
            case .some(let first): slots[name] = .list([first, value])
            }
        }
        return slots
    }

    private mutating func pass(_ mark: PhraseNetwork.Mark, at position: Int) {
        switch mark {
        case .open(let name): frames.append(Frame(name: name, start: position))
        case .openNumber(let range):
            frames.append(Frame(name: "number", kind: .number(range), start: position))
        case .openDuration(let range):
            frames.append(Frame(name: "duration", kind: .duration(range), start: position))
        case .tag(let tag): frames[frames.count - 1].tags.append(tag)
        case .close: close(at: position)
        }
    }

    private mutating func close(at position: Int) {
        let frame = frames.removeLast()
        let span = frame.start..<position
        switch frame.kind {
        case .number(let range):
            guard let number = language.numbers?.value(words[span]) else { return }
            quantities.append(span)
            if !range.contains(number) {
                outOfRange.append((.init(number, not: range), .init(.openNumber(range), at: frame.start)))
            }
            frames[frames.count - 1].values.append((frame.name, .number(number), span))
        case .duration(let range):
            guard let duration = language.durations?.value(words[span]) else { return }
            quantities.append(span)
            if !range.contains(duration) {
                outOfRange.append((.init(duration, not: range), .init(.openDuration(range), at: frame.start)))
            }
            frames[frames.count - 1].values.append((frame.name, .duration(duration), span))
        case .rule:
            closeRule(frame, span)
        }
    }

    /// The value is the tag, else the number or duration that is all of the rule's words, else the words.
    private mutating func closeRule(_ frame: Frame, _ span: Range<Int>) {
        let whole =
            frame.name != nil && frame.tags.isEmpty && frame.values.count == 1
            && frame.values[0].words == span
        // A value that a rule takes over has no slot of its own.
        if !whole { for value in frame.values { add(value.value, to: value.name, value.words) } }
        guard let name = frame.name else {
            if !frame.tags.isEmpty {
                add(.text(frame.tags.joined(separator: " ")), to: Grammar.tagSlot, span)
            }
            return
        }
        if whole {
            add(frame.values[0].value, to: name, span)
            frames[frames.count - 1].values.append((nil, frame.values[0].value, span))
        } else if !frame.tags.isEmpty {
            add(.text(frame.tags.joined(separator: " ")), to: name, span)
        } else if !span.isEmpty {
            add(.text(words[span].joined(separator: " ")), to: name, span)
        }
    }

    private mutating func add(_ value: SlotValue, to name: String?, _ words: Range<Int>) {
        guard let name else { return }
        found.append((name, value, words))
    }
}

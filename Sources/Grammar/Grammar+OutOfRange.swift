import Configuration

extension Grammar {
    /// A number or a span of time that was said and that its command does not take: from `outOfRange(in:)`.
    ///
    /// ```swift
    /// if let outOfRange = rejection.outOfRange { print(outOfRange) }      // 35, and it takes 1 to 20
    /// ```
    public struct OutOfRange: Sendable, Hashable {
        /// What was said; nil where no words are told.
        public var said: SlotValue?
        /// The least that may be.
        public var lowest: SlotValue
        /// The most that may be.
        public var highest: SlotValue

        init(_ number: Int, not range: ClosedRange<Int>) {
            said = .number(number)
            lowest = .number(range.lowerBound)
            highest = .number(range.upperBound)
        }

        init(_ span: Duration, not range: ClosedRange<Duration>) {
            said = .duration(span)
            lowest = .duration(range.lowerBound)
            highest = .duration(range.upperBound)
        }
    }

    /// The command that `words` would be, were a number or span of time in them not outside its range; nil where they are one, or
    /// none in any case.
    ///
    ///     grammar.outOfRange(in: ["go", "to", "floor", "ninety"])   // 90, for "go to floor <1..30>"
    package func outOfRange(in words: [String]) -> (command: String, limits: OutOfRange)? {
        guard listeningWalk.isComplete(listeningWalk.states(after: words)), parse(words).isEmpty,
            let reading = listening.readings(of: words).first,
            let first = SlotCollector(words, marks: reading.marks, in: book.quantities).outOfRange.first
        else { return nil }
        return (phrases.commands[reading.command].name, first.limits)
    }
}

extension Grammar.OutOfRange: CustomStringConvertible {
    /// "35, and it takes 1 to 20"; times as a configuration has them.
    public var description: String {
        (said.map { "\($0.setting), and " } ?? "") + "it takes \(lowest.setting) to \(highest.setting)"
    }
}

extension SlotValue {
    /// As a configuration would have it.
    fileprivate var setting: String {
        if case .duration(let span) = self { span.setting } else { description }
    }
}

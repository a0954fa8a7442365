extension Grammar {
    /// What a command's slot can hold, for checks before anything is said: from ``slots(of:)``.
    ///
    /// ```swift
    /// let slot = grammar.slots(of: "lamp")["state"]
    /// if case .finite(let values)? = slot?.values, slot?.isOptional == false {
    ///     print("always one of", values)
    /// }
    /// ```
    public struct Slot: Sendable, Hashable {
        /// All values of a slot.
        public enum Values: Sendable, Hashable {
            /// Only these, in the order in which they are written.
            case finite([SlotValue])
            /// The numbers of a range, ends included, as `<1..30>` says it.
            case number(ClosedRange<Int>)
            /// Spans of time, ends included, as `<duration 1m..20m>` says them; `<duration>` alone is half a second to 26 hours.
            /// Of several such ranges, from the shortest to the longest.
            case duration(ClosedRange<Duration>)
            /// More than a thousand values, values of several kinds, or words without end.
            case open
        }

        /// What it can hold; of one value if it is a list.
        public var values: Values
        /// Whether the command can be said without it.
        public var isOptional: Bool
        /// Whether it can be said more than once, which makes its value a list.
        public var isRepeated: Bool
    }

    /// The slots of a command by name; empty for a command that the grammar does not have.
    ///
    ///     grammar.slots(of: "lamp")["state"]?.values  // .finite([on, off])
    public func slots(of command: String) -> [String: Slot] {
        guard let index = indices[command] else { return [:] }
        let survey = SlotSurvey(book: book)
        return survey.uses(inCommand: expansions[index]).mapValues { use in
            Slot(
                values: use.values, isOptional: use.count.lowerBound == 0,
                isRepeated: use.count.upperBound > 1)
        }
    }
}

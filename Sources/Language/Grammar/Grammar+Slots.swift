extension Grammar {
    /// What a command's slot can hold, for checks before anything is said.
    public struct Slot: Sendable, Hashable {
        public enum Values: Sendable, Hashable {
            /// Only these, in the order in which they are written.
            case finite([SlotValue])
            case number(ClosedRange<Int>)
            case duration
            /// Too many to list, or without end.
            case open
        }

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
        guard let index = commands.firstIndex(of: command) else { return [:] }
        let survey = SlotSurvey(book: book)
        return survey.uses(in: expansions[index]).mapValues { use in
            Slot(
                values: use.values, isOptional: use.count.lowerBound == 0,
                isRepeated: use.count.upperBound > 1)
        }
    }
}

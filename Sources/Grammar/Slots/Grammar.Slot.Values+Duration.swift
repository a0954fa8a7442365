extension Grammar.Slot.Values {
    /// Whether it is `<duration>` alone: any time that can be said, and no range that somebody has chosen.
    package var isAnyDuration: Bool { self == .duration(DurationWords.limits) }
}

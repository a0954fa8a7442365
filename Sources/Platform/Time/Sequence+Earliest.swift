extension Sequence where Element == Duration? {
    /// The first of moments some of which never come; nil if none does.
    package var earliest: Duration? { compactMap { $0 }.min() }
}

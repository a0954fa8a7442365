extension Int {
    /// So many of something, for people: `3 times`, `1 time`.
    ///
    /// - Parameter noun: One of them; its plural has an s.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

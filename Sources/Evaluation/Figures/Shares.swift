/// How recordings are shared among workers: each plays a run of them in a row.
enum Shares {
    /// Runs of the same length, the last as long as what is left; there are fewer runs than workers where these are too
    /// many for that.
    ///
    /// - Parameters:
    ///   - count: How many recordings there are.
    ///   - workers: How many may play at once, at least 1.
    static func runs(of count: Int, among workers: Int) -> [Range<Int>] {
        guard count > 0 else { return [] }
        let length = (count - 1) / workers + 1
        return stride(from: 0, to: count, by: length).map { $0..<min($0 + length, count) }
    }
}

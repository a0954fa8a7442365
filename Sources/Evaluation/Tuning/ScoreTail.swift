import Glibc

/// The upper tail of a sample of scores, taken to fall off exponentially.
struct ScoreTail {
    private let start: Double
    private let count: Int
    private let meanExcess: Double

    /// - Parameter fewest: Nil is returned for a smaller sample.
    init?(_ scores: [Double], fewest: Int) {
        guard scores.count >= fewest else { return nil }
        // The upper quarter, and `fewest` scores at least, or all but the least: far enough out for the form, enough for the
        // mean.
        let tail = scores.sorted(by: >).prefix(max(fewest, scores.count / 4) + 1)
        let start = tail.last ?? 0
        self.start = start
        count = tail.count - 1
        meanExcess = tail.dropLast().reduce(0) { $0 + $1 - start } / Double(count)
    }

    /// The score that so many of a sample of the same size are expected to exceed.
    func score(exceededTimes times: Double) -> Double {
        start + meanExcess * log(Double(count) / times)
    }
}

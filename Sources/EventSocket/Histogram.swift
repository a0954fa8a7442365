import Platform

/// How long something took, counted in classes: enough for a share or a percentile over any time, in constant memory.
///
/// ```swift
/// var histogram = Histogram(bounds: [0.1, 0.2, 0.5])
/// histogram.add(.milliseconds(150))
/// print(histogram.counts)      // [0, 1, 0, 0]
/// ```
package struct Histogram: Sendable, Hashable, Codable {
    /// The longest of each class in seconds, in ascending order; what is longer is in one class more.
    package private(set) var bounds: [Double]
    /// How many there were of each class, each counted once.
    package private(set) var counts: [Int]
    /// All of them together, in seconds.
    package private(set) var sum = 0.0

    /// None yet.
    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// How many there were.
    package var count: Int { counts.reduce(0, +) }

    /// Counts one.
    package mutating func add(_ span: Duration) {
        let seconds = max(0, span.seconds)
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }
}

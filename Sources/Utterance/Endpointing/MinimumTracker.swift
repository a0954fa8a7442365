/// The least of a level over the last three seconds: what is there all the time, while speech rises and falls.
///
/// ```swift
/// var tracker = MinimumTracker()
/// tracker.follow(level)           // every 10 ms
/// print(tracker.least)
/// ```
///
/// Source: R. Martin, "Noise power spectral density estimation based on optimal smoothing and minimum statistics", IEEE
/// Transactions on Speech and Audio Processing 9, 2001.
struct MinimumTracker: Sendable {
    private static let blocksPerMinimum = 25
    private static let minimaPerWindow = 12

    private var blocks = 0
    /// Of each finished quarter second of the window, and of the one under way.
    private var minima: [Double] = []
    private var minimum = Double.infinity

    /// Before any sound.
    init() { minima.reserveCapacity(Self.minimaPerWindow + 1) }

    /// Whether three seconds have been heard.
    var isFull: Bool { minima.count == Self.minimaPerWindow }

    /// The least level; infinite before the first.
    private(set) var least = Double.infinity

    /// Takes the level of the next 10 ms.
    mutating func follow(_ level: Double) {
        blocks += 1
        minimum = min(minimum, level)
        least = min(least, level)
        guard blocks == Self.blocksPerMinimum else { return }
        blocks = 0
        minima.append(minimum)
        if minima.count > Self.minimaPerWindow { minima.removeFirst() }
        minimum = .infinity
        least = minima.min() ?? .infinity
    }
}

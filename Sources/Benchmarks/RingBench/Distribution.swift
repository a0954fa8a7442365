/// Figures of repeated trials.
struct Distribution {
    private let sorted: [Double]

    init(_ figures: [Double]) { sorted = figures.sorted() }

    /// The figure which the share `share` (0 to 1) of all trials stay below.
    func quantile(_ share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * share).rounded())]
    }

    var median: Double { quantile(0.5) }
    var p10: Double { quantile(0.1) }
    var p90: Double { quantile(0.9) }
}

import Glibc

/// How often something happened, with the interval that the true share lies in with 95 % confidence.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
/// American Statistical Association 22 (1927).
///
/// ```swift
/// let missed = Proportion(3, of: 10)
/// print(missed.share, missed.interval)        // 0.3 and 0.11...0.60
/// ```
package struct Proportion: Sendable, Hashable {
    /// How often it happened, 0 to `total`.
    package var count: Int
    /// How often it could have happened.
    package var total: Int

    /// - Parameters:
    ///   - count: how often it happened, 0 to `total`.
    ///   - total: how often it could have happened.
    package init(_ count: Int, of total: Int) {
        precondition(count >= 0 && count <= total)
        self.count = count
        self.total = total
    }

    /// `count` of `total`, between 0 and 1; 0 when there was nothing to count.
    package var share: Double { total > 0 ? Double(count) / Double(total) : 0 }

    /// Wilson's score interval at 95 %; everything when there was nothing to count.
    package var interval: ClosedRange<Double> {
        guard total > 0 else { return 0...1 }
        let n = Double(total)
        let z = 1.959964
        let centre = share + z * z / (2 * n)
        let width = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        return max(0, (centre - width) / scale)...min(1, (centre + width) / scale)
    }
}

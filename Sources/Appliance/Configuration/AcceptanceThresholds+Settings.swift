import Configuration
import Interpretation

/// `trust: strict`, or thresholds of your own, as `earshot tune` finds them; those that are left out are normal's.
///
/// ```yaml
/// trust: { word_mean: -12, worst_window: 44, worst_words: -38, length_spread: 0.5 }
/// ```
extension AcceptanceThresholds: SettingValue {
    /// What it looks like, for diagnostics.
    package static var expectation: String { Name.expectation + ", or thresholds such as { word_mean: -12 }" }

    /// `strict`, `normal` or `loose`.
    package init?(setting text: String) {
        guard let name = Name(setting: text) else { return nil }
        self = name.trust
    }

    /// Decodes a name, or a map of thresholds; adds a diagnostic and returns nil if it is neither.
    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> AcceptanceThresholds? {
        guard node.entries != nil else { return Name.read(node, diagnostics)?.trust }
        let reader = MapReader(node, diagnostics)
        var trust = AcceptanceThresholds.normal
        func set(
            _ path: WritableKeyPath<AcceptanceThresholds, Double>, _ key: String, _ range: ClosedRange<Double>
        ) {
            if let value = reader.optional(key, Double.self, in: range) { trust[keyPath: path] = value }
        }
        set(\.wordMean, "word_mean", -200...0)
        set(\.worstWindow, "worst_window", 0...500)
        set(\.worstWords, "worst_words", -500...0)
        set(\.lengthSpread, "length_spread", 0...10)
        set(\.worstOutside, "worst_outside", 0...500)
        set(\.confidence, "confidence", 0...1)
        reader.finish()
        return trust
    }
}

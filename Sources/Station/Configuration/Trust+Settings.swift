import Commands
import Settings

/// `trust: strict`, or thresholds of one's own, as `earshot tune` finds them; those that are left out are normal's.
///
/// ```yaml
/// trust: { word_mean: -12, worst_window: 44, worst_words: -38, length_spread: 0.5 }
/// ```
extension Trust: SettingValue {
    /// What it looks like, for complaints.
    public static var expectation: String { Name.expectation + ", or thresholds such as { word_mean: -12 }" }

    /// `strict`, `normal` or `loose`.
    public init?(setting text: String) {
        guard let name = Name(setting: text) else { return nil }
        self = name.trust
    }

    /// Decodes a name, or a map of thresholds; complains, and returns nil, if it is neither.
    public static func read(_ node: Node, _ complaints: Complaints) -> Trust? {
        guard node.entries != nil else { return Name.read(node, complaints)?.trust }
        let reader = MapReader(node, complaints)
        var trust = Trust.normal
        func set(_ path: WritableKeyPath<Trust, Double>, _ key: String, _ range: ClosedRange<Double>) {
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

import Configuration
import Interpretation

extension Trust.Name: SettingValue {}

/// `trust: strict`, or a probability of one's own, as `earshot tune` finds it.
///
/// ```yaml
/// trust: 0.9
/// ```
extension Trust: SettingValue {
    /// What it looks like, for diagnostics.
    package static var expectation: String { Name.expectation + ", or a probability from 0 to 1 such as 0.9" }

    /// `strict`, `normal` or `loose`, or a number from 0 to 1.
    package init?(setting text: String) {
        if let name = Name(setting: text) {
            self = name.trust
        } else if let probability = Double(setting: text), (0...1).contains(probability) {
            self.init(probability)
        } else {
            return nil
        }
    }

    /// A name such as `strict`, else the number.
    package var setting: String {
        Name.allCases.first { $0.trust == self }?.rawValue ?? "\(probability)"
    }

    /// Decodes a name or a number; complains, and returns nil, if it is neither.
    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> Trust? {
        guard let text = scalar(node, diagnostics) else { return nil }
        if let trust = Trust(setting: text) { return trust }
        let near =
            correction(of: text, among: Name.allCases.map(\.rawValue)).map { "; " + $0 } ?? ""
        diagnostics.refuse(node, "expected \(expectation), not '\(text)'\(near)")
        return nil
    }
}

/// A type that a settings value can be decoded to.
///
/// An enumeration of texts needs nothing but the conformance:
///
/// ```swift
/// enum Trust: String, CaseIterable, SettingValue { case normal, strict, loose }
/// ```
package protocol SettingValue {
    /// What is asked for, with an example, after "expected": `a number such as 5`.
    static var expectation: String { get }

    /// The value that `text` says, or nil if it says none.
    init?(setting text: String)

    /// The value as one would write it in a configuration file, for diagnostics: `500ms`.
    var setting: String { get }

    /// Decodes a node, or adds a diagnostic and returns nil. The default decodes a scalar by `init(setting:)`.
    static func read(_ node: Node, _ diagnostics: Diagnostics) -> Self?
}

extension SettingValue {
    /// The value's description, which is what one writes for most.
    package var setting: String { "\(self)" }

    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> Self? {
        guard let text = scalar(node, diagnostics, hint: hint(node)) else { return nil }
        guard let value = Self(setting: text) else {
            diagnostics.refuse(node, "expected \(expectation), not '\(text)'")
            return nil
        }
        return value
    }

    /// A node's text; complains, and returns nil, if it has none.
    ///
    /// - Parameter hint: What the complaint ends with.
    package static func scalar(_ node: Node, _ diagnostics: Diagnostics, hint: String = "") -> String? {
        if let text = node.text, !node.isNull { return text }
        diagnostics.add("expected \(expectation), but this is \(node.kind)\(hint)", at: node.mark)
        return nil
    }

    /// A value that begins with a bracket is a list or map to YAML, which surprises most in phrases.
    private static func hint(_ node: Node) -> String {
        switch node.content {
        case .list, .map: Self.self == String.self ? "; put text that begins with '[' or '{' in quotes" : ""
        case .scalar: "; give it one, or remove the key"
        }
    }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    package static var expectation: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }

    package init?(setting text: String) { self.init(rawValue: text) }

    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> Self? {
        guard let text = scalar(node, diagnostics) else { return nil }
        if let value = Self(setting: text) { return value }
        let near = correction(of: text, among: allCases.map(\.rawValue)).map { "; " + $0 } ?? ""
        diagnostics.refuse(node, "expected \(expectation), not '\(text)'\(near)")
        return nil
    }
}

extension String: SettingValue {
    /// Anything may be text.
    package static var expectation: String { "text" }
    /// The text itself.
    package init?(setting text: String) { self = text }
}

extension Bool: SettingValue {
    /// What a switch looks like, for diagnostics.
    package static var expectation: String { "on or off" }

    /// on, off, yes, no, true, false in any case.
    package init?(setting text: String) {
        switch text.lowercased() {
        case "on", "yes", "true": self = true
        case "off", "no", "false": self = false
        default: return nil
        }
    }
}

extension Int: SettingValue {
    /// What a whole number looks like, for diagnostics.
    package static var expectation: String { "a whole number such as 5" }
    /// A whole number in digits, with a sign or without.
    package init?(setting text: String) { self.init(text) }
}

extension Double: SettingValue {
    /// What a number looks like, for diagnostics.
    package static var expectation: String { "a number without a unit, such as 80 or 0.5" }

    /// A finite decimal number: `0.5`, `-12`, `1e-30`.
    package init?(setting text: String) {
        guard text.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }), let value = Double(text),
            value.isFinite
        else {
            return nil
        }
        self = value
    }

    /// A whole number without a point, as one would write it.
    package var setting: String { self == rounded() && abs(self) < 1e6 ? "\(Int(self))" : "\(self)" }
}

extension Array: SettingValue where Element: SettingValue {
    /// What is asked for; diagnostics are about the elements.
    package static var expectation: String { "a list" }
    /// Nil: one text is no list. `read` takes it for a list of one.
    package init?(setting text: String) { return nil }

    /// A list of values; a single value stands for a list of one.
    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> [Element]? {
        guard let items = node.items else { return Element.read(node, diagnostics).map { [$0] } }
        let values = items.map { Element.read($0, diagnostics) }
        return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
    }
}

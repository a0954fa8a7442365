import Configuration

extension LineName: SettingValue {
    /// The three spellings, for diagnostics.
    public static var expectation: String { "a line such as GPIO17, BOARD11 or pinctrl-rp1:17" }

    /// Any of the three spellings; nil for anything else.
    public init?(setting text: String) {
        guard let name = try? LineName(parsing: text) else { return nil }
        self = name
    }

    /// Decodes a name; otherwise adds a diagnostic with what to write instead, and returns nil.
    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> LineName? {
        guard let text = scalar(node, diagnostics) else { return nil }
        do throws(GPIOError) {
            return try LineName(parsing: text)
        } catch {
            diagnostics.refuse(node, error.description)
            return nil
        }
    }
}

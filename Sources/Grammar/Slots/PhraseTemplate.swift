/// A text with names between `<` and `>`, in whose places something else is put. A value; any thread may use it.
///
/// ```swift
/// PhraseTemplate("pump on for <duration>?").parts    // "pump on for ", <duration>, "?"
/// ```
package struct PhraseTemplate: Sendable, Hashable {
    /// A part of it, in the order of the text.
    package enum Part: Sendable, Hashable {
        /// What stands as it is, with its spaces.
        case text(String)
        /// A name.
        case slot(String)
    }

    /// Texts and names in turn, from a text to a text, which may be empty.
    package let parts: [Part]

    /// The names in it.
    package var slots: [String] {
        parts.compactMap { if case .slot(let name) = $0 { name } else { nil } }
    }

    /// - Parameter text: A `<` without a `>` stands for itself.
    package init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            parts.append(.text(String(rest[..<open])))
            parts.append(.slot(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }
}

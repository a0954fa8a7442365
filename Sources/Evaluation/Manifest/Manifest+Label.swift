import Interpretation

extension Manifest.Label {
    /// What was to come of a recording, for people: `lamp (state: on)`.
    package var summary: String {
        switch self {
        case .command(let name, let slots, _): Self.summary(of: name, slots)
        case .nothing: "no command"
        case .text(let words): "\"\(words.joined(separator: " "))\""
        case .wake(let phrase): "the wake phrase \"\(phrase)\""
        }
    }

    /// The same of what was done, in one recording.
    static func summary(of done: [Command]) -> String {
        done.map { summary(of: $0.name, $0.slots.mapValues(\.description)) }.joined(separator: ", ")
    }

    private static func summary(of name: String, _ slots: [String: String]) -> String {
        let slots = slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return slots.isEmpty ? name : "\(name) (\(slots.joined(separator: ", ")))"
    }
}

import Grammar
import Interpretation

/// How a command is said back as a question: text with slots in it, `say_back: "pump on for <duration>?"`.
struct SayBack: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case text(String)
        case slot(String)
    }

    let parts: [Part]

    /// The slots that are named in it.
    var slots: [String] {
        parts.compactMap { if case .slot(let name) = $0 { name } else { nil } }
    }

    /// - Parameter template: A `<` without a `>` stands for itself.
    init(_ template: String) {
        var parts: [Part] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            parts.append(.text(String(rest[..<open])))
            parts.append(.slot(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The question for a command that was said; slots that were left unsaid are left out.
    func text(for command: Command) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .slot(let name): command.slots[name]?.spoken ?? ""
            }
        }.joined().split(separator: " ").joined(separator: " ")
    }

    /// The words that were heard, as a question.
    static func words(of command: Command) -> String { command.text + "?" }
}

extension SlotValue {
    /// The value as a voice says it: "10 minutes", "on", "7".
    fileprivate var spoken: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .duration(let span): span.spoken
        case .list(let values): values.map(\.spoken).joined(separator: ", ")
        }
    }
}

extension Duration {
    /// "1 hour 30 minutes", "10 seconds", "1.5 seconds".
    fileprivate var spoken: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        let seconds = milliseconds / 1000
        var parts: [String] = []
        func add(_ count: String, _ unit: String) {
            if count != "0" { parts.append("\(count) \(unit)\(count == "1" ? "" : "s")") }
        }
        add("\(seconds / 3600)", "hour")
        add("\(seconds / 60 % 60)", "minute")
        let rest = milliseconds % 60_000
        add(rest % 1000 == 0 ? "\(rest / 1000)" : "\(Double(rest) / 1000)", "second")
        return parts.isEmpty ? "0 seconds" : parts.joined(separator: " ")
    }
}

import Configuration
import Grammar
import Interpretation

/// One thing that a command does, as it is configured: some of it may be left to what was said.
///
/// ```yaml
/// do: { output: lamp, set: <state> }
/// do: { output: pump, on_for: <duration> }
/// do:
///   - { output: horn, pulse: 300ms }
///   - { wait: 1s }
///   - { output: gate, on_for: 15s }
/// ```
package enum OutputStep: Sendable, Hashable {
    /// The output goes on, or off.
    case set(output: String, Choice<Bool>)
    /// The output goes on if it is off, else off; the last requested level counts, also while a rule makes it wait.
    case toggle(output: String)
    /// The output goes on, and off again after this time: 10 ms to 24 h, and within the output's `max_on` and `min_dwell`.
    /// What is said is held against these when it is said.
    case onFor(output: String, Choice<Duration>)
    /// The steps that follow are done this much later, at most 24 h.
    case wait(Duration)

    /// A value that is configured, or said: `set: on`, or `set: <state>`.
    package enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
        /// The value, as it is configured.
        case fixed(Value)
        /// The value of the slot of this name.
        case slot(String)
    }
}

extension OutputStep {
    /// The output it moves; nil for a wait.
    package var output: String? {
        switch self {
        case .set(let output, _), .toggle(let output), .onFor(let output, _): output
        case .wait: nil
        }
    }

    /// Reads `do:`, which is one step or a list of them.
    static func readAll(_ node: Node, _ diagnostics: Diagnostics) -> [OutputStep] {
        if node.items?.isEmpty == true {
            diagnostics.add(
                "is an empty list; name a step, or leave 'do:' out for an event alone", at: node.mark)
        }
        return (node.items ?? [node]).compactMap { read($0, diagnostics) }
    }

    /// Reads one step; adds a diagnostic, and returns nil, if that fails.
    static func read(_ node: Node, _ diagnostics: Diagnostics) -> OutputStep? {
        guard node.entries != nil else {
            diagnostics.add(
                "expected a step such as { output: lamp, set: on }, but this is \(node.kind)", at: node.mark)
            return nil
        }
        let reader = MapReader(node, diagnostics)
        defer { reader.finish() }
        let actions = ["set", "on_for", "pulse", "toggle", "wait"]
        let given = reader.entries.map(\.key).filter(actions.contains)
        guard given.count == 1, let action = given.first else {
            for key in actions { _ = reader.node(key) }
            _ = reader.node("output")
            diagnostics.add(
                given.isEmpty
                    ? "says nothing to do; add one of \(actions.joined(separator: ", "))"
                    : "says \(given.joined(separator: " and ")) at once; keep one, or make a list of steps",
                at: node.mark)
            return nil
        }
        let longest = Duration.seconds(24 * 3600)
        if action == "wait" {
            return reader.required("wait", Duration.self, in: .zero...longest).map(OutputStep.wait)
        }
        let output = reader.required("output", String.self)
        switch action {
        case "set":
            let state = choice("set", Bool.self, reader)
            return output.flatMap { output in state.map { .set(output: output, $0) } }
        case "on_for":
            let span = choice("on_for", Duration.self, reader)
            if case .fixed(let span) = span, !(.milliseconds(10)...longest).contains(span) {
                reader.report("must be 10ms to 24h", about: "on_for")
            }
            return output.flatMap { output in span.map { .onFor(output: output, $0) } }
        case "pulse":
            let span = reader.required("pulse", Duration.self, in: .milliseconds(10)...longest)
            return output.flatMap { output in span.map { .onFor(output: output, .fixed($0)) } }
        default:
            if reader.required("toggle", Bool.self) == false {
                reader.report(
                    "'toggle: off' does nothing; write 'toggle: on', or 'set: off'", about: "toggle")
            }
            return output.map(OutputStep.toggle)
        }
    }

    private static func choice<Value: SettingValue & Hashable & Sendable>(
        _ key: String, _ type: Value.Type, _ reader: MapReader
    ) -> Choice<Value>? {
        guard let text = reader.node(key)?.text, text.hasPrefix("<"), text.hasSuffix(">") else {
            return reader.required(key, Value.self).map(Choice.fixed)
        }
        return .slot(String(text.dropFirst().dropLast()))
    }
}

extension OutputStep {
    /// The slot that it waits for.
    var slot: String? {
        switch self {
        case .set(_, .slot(let name)), .onFor(_, .slot(let name)): name
        default: nil
        }
    }

    /// Why the slot's values cannot be used here; nil when they can.
    func mismatch(with values: Grammar.Slot.Values) -> String? {
        switch (self, values) {
        case (.set, .finite(let all)):
            all.first { Bool(slot: $0) == nil }.map {
                "can be '\($0)', which is neither on nor off; give it a tag, as in \"open {on} | close {off}\""
            }
        case (.set, _): "is no choice of on and off; use a rule such as \"on | off\""
        case (.onFor, .duration): nil
        case (.onFor(_, .slot("duration")), _):
            "is a rule of this configuration, which hides the built-in <duration>; rename it"
        case (.onFor, _): "is no duration; use the built-in rule <duration>, or <duration 1m..20m>"
        default: nil
        }
    }

    /// The step with what was said put in; `.impossible` where that has no value for it. The checks of a configuration leave
    /// no such step, but one can be made without them.
    func resolved(with command: Command) -> OutputCommand {
        switch self {
        case .set(let output, .fixed(let isOn)): .set(output, isOn)
        case .set(let output, .slot(let name)):
            command.slots[name].flatMap(Bool.init(slot:)).map { .set(output, $0) }
                ?? .impossible(output, .stateUnsaid(slot: name))
        case .toggle(let output): .toggle(output)
        case .onFor(let output, .fixed(let span)): .onFor(output, span)
        case .onFor(let output, .slot(let name)):
            if case .duration(let span) = command.slots[name] {
                .onFor(output, span)
            } else {
                .impossible(output, .timeUnsaid(slot: name))
            }
        case .wait(let span): .wait(span)
        }
    }
}

extension Bool {
    /// What a slot's value means for an output.
    fileprivate init?(slot: SlotValue) {
        guard case .text(let text) = slot else { return nil }
        self.init(setting: text)
    }
}

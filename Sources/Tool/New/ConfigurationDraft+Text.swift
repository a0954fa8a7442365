import Configuration
import GPIO
import Models
import Platform

extension ConfigurationDraft {
    /// The file: what is needed and no more, with comments for whoever changes it.
    var text: String { text(hasStates: commands.contains { $0.say.contains("<state>") }) }

    /// - Parameter hasStates: Whether it has the rule `state`.
    func text(hasStates: Bool) -> String {
        let rules = hasStates && !commands.isEmpty ? self.rules : []
        let sections = [head, listening, capture, lights, buttons, board, phrases, rules]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    private var head: [String] {
        [
            "# What this appliance hears, and what follows.",
            "#",
            "# Check it after a change:  earshot check \(path.asShellWord)",
            "# Try it without pins:      earshot run \(path.asShellWord) --board simulated",
        ] + (language?.locale.map { ["", Self.line("locale: \($0)", "the language that is spoken")] } ?? [])
    }

    private var listening: [String] {
        switch trigger {
        case .button: [Self.line("listen: button", "or 'wake', with a phrase under 'wake:'")]
        case .wake(let phrase):
            [
                Self.line(
                    "listen: wake", "waits for this phrase, with the command in the same breath or after it"),
                "wake: \(Self.quoted(phrase))",
            ]
        case .always: [Self.line("listen: always", "any speech may be a command")]
        }
    }

    private var capture: [String] {
        microphone.map {
            ["capture:", Self.line("  device: \(Self.quoted($0))", "as 'earshot devices' lists it")]
        } ?? []
    }

    private var lights: [String] {
        guard let light else { return [] }
        let purpose = "lit exactly while it records you"
        return ["lights:"] + wired("recording", light.line, isActiveLow: light.isActiveLow, purpose)
    }

    private var buttons: [String] {
        guard case .button(let line) = trigger else { return [] }
        return [
            "buttons:", "  talk:",
            Self.line("    line: \(Self.scalar(line))", place(of: line, "to ground through the button")),
            Self.line(
                "    mode: hold", "talk while it is held; 'toggle' is a press to start and one to stop"),
            Self.line("    pull: up", "the chip's own resistor"),
        ]
    }

    private var board: [String] {
        guard !outputs.isEmpty else { return [] }
        return ["outputs:"]
            + outputs.flatMap { output in
                wired(output.name, output.line, isActiveLow: output.isActiveLow, nil)
                    + (output.maxOn.map {
                        [Self.line("    max_on: \($0.setting)", "off again after this, whatever was said")]
                    } ?? [])
            }
    }

    /// A light or an output.
    private func wired(_ name: String, _ line: LineName, isActiveLow: Bool, _ purpose: String?) -> [String] {
        ["  \(name):", Self.line("    line: \(Self.scalar(line))", place(of: line, purpose))]
            + (isActiveLow ? [Self.line("    active_low: true", "a low voltage switches it on")] : [])
    }

    private var phrases: [String] {
        guard !commands.isEmpty else { return ["recognize: dictation"] }
        let help = [
            "# Words in [brackets] may be left out, (a | b) is one or the other, and <state> is a rule from below.",
            "commands:",
        ]
        return help
            + commands.flatMap { command -> [String] in
                let reason = command.reason.map { ["  # \($0)"] } ?? []
                let step = command.step.map { ["    do: \($0)"] } ?? []
                return reason + ["  \(command.name):", "    say: \(Self.quoted(command.say))"] + step
            }
    }

    private var rules: [String] {
        guard let states = language?.states, states != .init(on: "on", off: "off") else {
            return ["rules:", "  state: \"on | off\""]
        }
        return ["rules:", "  state: \"\(states.on) {on} | \(states.off) {off}\""]
    }

    private func place(of line: LineName, _ purpose: String?) -> String? {
        var parts: [String] = []
        if case .named(let name) = profile.canonicalName(of: line), let pin = profile.pin(ofLine: name) {
            parts.append("header pin \(pin)")
        }
        if let purpose { parts.append(purpose) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// A line with its comment, the comments of all lines under one another.
    private static func line(_ text: String, _ comment: String?) -> String {
        comment.map { text.padded(to: 28) + " # \($0)" } ?? text
    }

    /// A line's name, in quotes where YAML may take it for something else: the kernel has names such as `[GLOBAL_RESET]`.
    private static func scalar(_ line: LineName) -> String {
        let name = "\(line)"
        return name.allSatisfy { $0.isLetter || $0.isNumber || "_-.:".contains($0) } ? name : quoted(name)
    }

    /// Text as YAML takes it, whatever is in it.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

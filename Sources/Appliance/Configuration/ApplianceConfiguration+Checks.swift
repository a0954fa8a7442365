import Configuration
import Grammar
import Interpretation
import Models

/// What sections must agree on: each can be right by itself, and wrong beside another.
extension ApplianceConfiguration {
    func checkListening(_ reader: MapReader) {
        switch listen {
        case .button where !Self.hasTalkButton(reader) && !wake.isEmpty:
            reader.report(
                "'listen: button' needs a button, and there is only a wake phrase; write 'listen: wake', or add "
                    + "'buttons: { talk: GPIO27 }' and remove 'wake'", about: "listen")
            return
        case .button where !Self.hasTalkButton(reader):
            reader.report(
                "'listen: button' needs a button; add 'buttons: { talk: GPIO27 }', or listen 'always'",
                about: "listen")
        case .wake where wake.isEmpty && reader.node("wake") == nil:
            reader.report(
                "'listen: wake' needs a phrase; add 'wake: \"okay workshop\"'", about: "listen")
        default: break
        }
        if listen != .wake, !wake.isEmpty {
            reader.report(
                "'wake' is heard only with 'listen: wake'; change 'listen', or remove it", about: "wake")
        }
    }

    /// Whether there is a talk button, even one with a mistake of its own, which has its own diagnostic.
    private static func hasTalkButton(_ reader: MapReader) -> Bool {
        reader.node("buttons")?[ButtonName.talk.rawValue] != nil
    }

    /// A group of one keeps nothing apart, and is mostly a name that was misspelt.
    func checkInterlocks(_ reader: MapReader) {
        // Those of outputs with mistakes of their own as well.
        var groups: [(output: String, name: String, mark: Mark)] = []
        for entry in reader.node("outputs")?.entries ?? [] {
            guard let node = entry.value["interlock"] else { continue }
            let group = node["group"] ?? node
            guard !group.isNull, let name = group.text else { continue }
            if Self.namesNone(name) {
                reader.diagnostics.add(
                    "'interlock' names a group of outputs, and '\(name)' is none; remove 'interlock'",
                    at: node.mark)
            } else {
                groups.append((output: entry.key, name: name, mark: node.mark))
            }
        }
        checkWinners(groups, reader.diagnostics)
        for group in groups where groups.count(where: { $0.name == group.name }) == 1 {
            let others = groups.map(\.name).filter { $0 != group.name }
            let remedy =
                correction(of: group.name, among: others) ?? "give another output the same, or remove it"
            reader.diagnostics.add(
                "only '\(group.output)' is in interlock '\(group.name)', so nothing is kept apart; \(remedy)",
                at: group.mark)
        }
    }

    /// Whether a group is named so by who wants none, which would tie all of them together.
    private static func namesNone(_ group: String) -> Bool {
        let name = group.lowercased()
        return name == "none" || name.allSatisfy(\.isWhitespace) || Bool(setting: name) == false
    }

    /// Two rules for one group leave open which one counts.
    private func checkWinners(
        _ groups: [(output: String, name: String, mark: Mark)], _ diagnostics: Diagnostics
    ) {
        for group in groups {
            guard let output = outputs.first(where: { $0.name == group.output }),
                let first = outputs.first(where: { $0.interlock == group.name }),
                first.interlockWins != output.interlockWins
            else { continue }
            diagnostics.add(
                "'wins' is \(output.interlockWins.rawValue) here, and \(first.interlockWins.rawValue) of '\(first.name)' in "
                    + "the same interlock; give all of '\(group.name)' the same", at: group.mark)
        }
    }

    func checkWriting(_ section: MapReader) {
        guard dictation.writing == .readable, let language, language.writing == nil else { return }
        section.report(
            "how text is written is not known \(language.tongue); \(language.remedy(adding: "writing")), or write 'text: raw'",
            about: "text")
    }

    func checkCommands(_ reader: MapReader) {
        guard let nodes = reader.node("commands")?.entries else { return }
        // Those with mistakes of their own as well, which are not named twice.
        let known = reader.node("outputs")?.entries?.map(\.key) ?? []
        for command in commands {
            guard let node = nodes.first(where: { $0.key == command.name })?.value else { continue }
            for node in node["do"].map({ $0.items ?? [$0] }) ?? [] {
                // What is wrong with a step itself was diagnosed when the command was read.
                guard let step = OutputStep.read(node, Diagnostics()) else { continue }
                check(step, of: command.name, outputs: known, at: node.mark, reader.diagnostics)
            }
            if let mark = node["confirm"]?.mark { check(command.confirm, at: mark, reader) }
            if let node = node["say_back"] { check(command, sayBackAt: node.mark, reader.diagnostics) }
        }
    }

    private func check(_ confirm: Confirm, at mark: Mark, _ reader: MapReader) {
        switch confirm.means {
        case .button where !Self.hasTalkButton(reader):
            reader.diagnostics.add(
                "there is no button to confirm with; add 'buttons: { talk: GPIO27 }', or remove 'confirm'",
                at: mark)
        case .voice:
            guard let language, YesNo(in: language, guarding: .output) == nil else { return }
            reader.diagnostics.add(
                language.answers == nil
                    ? "yes and no are not known \(language.tongue); use 'confirm: button', or \(language.remedy(adding: "answers"))"
                    : "the yes and no \(language.tongue) were not measured for what moves; use 'confirm: button', or "
                        + "\(language.remedy(adding: "move_outputs", as: "true")) under 'answers:'", at: mark)
        case .none, .button: break
        }
    }

    private func check(_ command: CommandOptions, sayBackAt mark: Mark, _ diagnostics: Diagnostics) {
        if command.confirm.means == .none {
            diagnostics.add(
                "is said only where a yes is waited for; add 'confirm: voice' or 'confirm: button'", at: mark)
        } else if voice?.saysBack != true {
            diagnostics.add("is never said without a voice; add 'voice: { say_back: on }'", at: mark)
        }
        guard let grammar else { return }
        let slots = grammar.slots(of: command.name).keys
        for slot in command.sayBack?.slots ?? [] where !slots.contains(slot) {
            Self.reportMissing(slot, of: command.name, among: Array(slots), at: mark, diagnostics)
        }
    }

    private func check(
        _ step: OutputStep, of command: String, outputs: [String], at mark: Mark, _ diagnostics: Diagnostics
    ) {
        if let output = step.output, !outputs.contains(output) {
            let remedy = correction(of: output, among: outputs) ?? "add it under 'outputs:'"
            diagnostics.add("there is no output '\(output)'; \(remedy)", at: mark)
        }
        if let impossible = impossibleTime(of: step) { diagnostics.add(impossible, at: mark) }
        guard let slot = step.slot, let grammar else { return }
        let slots = grammar.slots(of: command)
        guard let known = slots[slot] else {
            Self.reportMissing(slot, of: command, among: Array(slots.keys), at: mark, diagnostics)
            return
        }
        if let mismatch = step.mismatch(with: known.values) {
            diagnostics.add("<\(slot)> \(mismatch)", at: mark)
        }
        if known.isOptional {
            let remedy =
                slot == Grammar.tagSlot
                ? "give every alternative a tag, as in 'open {on} | close {off}'"
                : Self.phrase(of: command, without: slot, grammar).map {
                    "say it in \"\($0)\", too, or make that a command of its own"
                } ?? "take the brackets away around it, and in its rule what can be said without a word"
            diagnostics.add(
                "<\(slot)> may be left unsaid, and then nothing says what to do; \(remedy)", at: mark)
        }
        if known.isRepeated {
            diagnostics.add(
                "<\(slot)> may be said more than once, and then nothing says which one is meant; use it once",
                at: mark)
        }
    }

    /// A phrase of a command that lacks a slot, and is none of its others with words left out; nil where brackets alone leave it out.
    private static func phrase(of command: String, without slot: String, _ grammar: Grammar) -> String? {
        let sentences = grammar.sampleSentences(of: command, count: 100)
        let isWithout = sentences.map { grammar.parse($0, as: command)?.slots[slot] == nil }
        let whole = zip(sentences, isWithout).filter { !$0.1 }.map(\.0)
        return zip(sentences, isWithout).first { words, isWithout in
            isWithout && !whole.contains { words.isLeft(of: $0) }
        }?.0.joined(separator: " ")
    }

    private static func reportMissing(
        _ slot: String, of command: String, among slots: [String], at mark: Mark, _ diagnostics: Diagnostics
    ) {
        // The slot of an imported rule has its name, without the grammar's.
        let name = slot.split(separator: ".").last.map(String.init) ?? slot
        let remedy =
            correction(of: slots.contains(name) ? name : slot, among: slots) { "<\($0)>" }
            // A rule of one's own would hide the one for times.
            ?? (slot == "duration"
                ? "write <duration> in its 'say:'" : "use a rule of that name in its 'say:'")
        diagnostics.add("command '\(command)' has no slot <\(slot)>; \(remedy)", at: mark)
    }

    /// Why the output's rules never allow the time that is configured; nil if they may, and for one that is said.
    private func impossibleTime(of step: OutputStep) -> String? {
        guard case .onFor(let name, .fixed(let span)) = step,
            let output = outputs.first(where: { $0.name == name })
        else { return nil }
        switch output.limit(brokenBy: span) {
        case .maxOn(let maxOn):
            return
                "'\(name)' is never on for \(span.setting), as its 'max_on' is \(maxOn.setting); change one of them"
        case .minDwell(let minDwell):
            return
                "'\(name)' is never on for just \(span.setting), as its 'min_dwell' is \(minDwell.setting); "
                + "change one of them"
        case nil: return nil
        }
    }
}

extension [String] {
    /// Whether leaving words of `sentence` out leaves these.
    fileprivate func isLeft(of sentence: [String]) -> Bool {
        var rest = self[...]
        for word in sentence where word == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}

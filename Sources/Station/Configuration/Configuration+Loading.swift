import Board
import Capture
import Commands
import Language
import Recognition
import Settings

extension Configuration {
    /// Reads and checks a configuration file.
    ///
    /// - Throws: `StationError.configuration` with everything that is wrong in it, each with its line and column;
    ///   `.unreadable` when there is no such file.
    public static func load(_ path: String) throws(StationError) -> Configuration {
        do {
            return try Configuration(Document.load(path: path))
        } catch {
            switch error {
            case .invalid(let complaints): throw .configuration(complaints)
            case .unreadable: throw .unreadable("\(error)")
            }
        }
    }

    /// Decodes and checks a document.
    init(_ document: Document) throws(SettingsError) {
        let complaints = Complaints(of: document)
        let reader = MapReader(document.root, complaints)
        path = document.name
        profile = (try? BoardProfile.ofThisMachine()) ?? .bare
        locale = reader.optional("locale", String.self)
        if let locale, LocaleTag(locale) == nil {
            reader.complain(
                "'\(locale)' is no locale; write a language and a country: en-US", about: "locale")
        }
        recognize = reader.optional("recognize", Recognize.self) ?? .commands
        limits = reader.map("limits").map { UtteranceLimits($0, recognize) } ?? UtteranceLimits(recognize)
        if let section = reader.map("capture") { capture = DeviceOptions(section) }
        voice = reader.map("voice").map { VoiceOptions($0) }
        if let section = reader.map("front_end") { frontEnd = FrontEndOptions(section) }
        wake = reader.node("wake").map { WakeSettings.read($0, complaints) } ?? []
        readBoard(reader)
        readCommands(reader)
        let isTalkative = buttons[.talk] != nil
        listen =
            reader.optional("listen", Listen.self)
            ?? (!wake.isEmpty ? .wake : isTalkative ? .button : .always)
        reader.finish()
        checkListening(reader)
        checkCommands(reader)
        try complaints.check()
    }

    // MARK: - Sections

    private mutating func readBoard(_ reader: MapReader) {
        let complaints = reader.complaints
        var uses = LineUses(profile: profile.orTypical, complaints)
        if let section = reader.map("lights") {
            for light in Light.allCases {
                guard let node = section.node(light.rawValue), let options = LightOptions(node, complaints)
                else {
                    continue
                }
                lights[light] = options
                uses.note(options.line, for: "light '\(light.rawValue)'", at: node["line"]?.mark ?? node.mark)
            }
            section.finish()
        }
        if let section = reader.map("buttons") {
            for button in ButtonName.allCases {
                guard let node = section.node(button.rawValue), let options = ButtonOptions(node, complaints)
                else {
                    continue
                }
                buttons[button] = options
                uses.note(
                    options.line, for: "button '\(button.rawValue)'", at: node["line"]?.mark ?? node.mark)
            }
            section.finish()
        }
        for entry in reader.map("outputs")?.entries ?? [] {
            if entry.key.allSatisfy(\.isWhitespace) {
                complaints.add("an output needs a name, such as 'lamp'", at: entry.keyMark)
            }
            guard let options = OutputOptions(name: entry.key, entry.value, complaints) else { continue }
            outputs.append(options)
            uses.note(
                options.line, for: "output '\(entry.key)'", at: entry.value["line"]?.mark ?? entry.value.mark)
        }
    }

    private mutating func readCommands(_ reader: MapReader) {
        let complaints = reader.complaints
        let rules = reader.node("rules")
        let imports = reader.node("import")
        for entry in reader.map("pronunciations")?.entries ?? [] {
            pronunciations[entry.key.lowercased()] = [String].read(entry.value, complaints)
        }
        guard let node = reader.node("commands") else {
            if recognize == .commands {
                complaints.add(
                    "there are no commands; add 'commands:', or 'recognize: dictation' for free text",
                    at: reader.mark)
            }
            return
        }
        if recognize == .dictation {
            complaints.add("dictation has no commands; remove them, or 'recognize: dictation'", at: node.mark)
            return
        }
        commands = MapReader(node, complaints).entries.map {
            CommandOptions(name: $0.key, $0.value, complaints)
        }
        grammar = Grammar(commands: node, rules: rules, imports: imports, complaints)
    }

    // MARK: - Checks across sections

    private func checkListening(_ reader: MapReader) {
        switch listen {
        case .button where buttons[.talk] == nil:
            reader.complain(
                "'listen: button' needs a button; add 'buttons: { talk: GPIO27 }', or listen 'always'",
                about: "listen")
        case .wake where wake.isEmpty && reader.node("wake") == nil:
            reader.complain(
                "'listen: wake' needs a phrase; add 'wake: \"okay workshop\"'", about: "listen")
        default: break
        }
        if listen != .wake, !wake.isEmpty {
            reader.complain(
                "'wake' is heard only with 'listen: wake'; change 'listen', or remove it", about: "wake")
        }
    }

    private func checkCommands(_ reader: MapReader) {
        guard let nodes = reader.node("commands")?.entries else { return }
        // Those with mistakes of their own as well, which are not named twice.
        let known = reader.node("outputs")?.entries?.map(\.key) ?? []
        for command in commands {
            guard let node = nodes.first(where: { $0.key == command.name })?.value else { continue }
            if let mark = node["do"]?.mark {
                for step in command.steps {
                    check(step, of: command.name, outputs: known, at: mark, reader.complaints)
                }
            }
            if let mark = node["confirm"]?.mark { check(command.confirm, at: mark, reader.complaints) }
            if let node = node["say_back"] { check(command, sayBackAt: node.mark, reader.complaints) }
        }
    }

    private func check(_ confirm: Confirm, at mark: Mark, _ complaints: Complaints) {
        switch confirm.means {
        case .button where buttons[.talk] == nil:
            complaints.add(
                "there is no button to confirm with; add 'buttons: { talk: GPIO27 }', or remove 'confirm'",
                at: mark)
        case .voice where locale.flatMap(LocaleTag.init).map { $0.language != Answer.language } ?? false:
            complaints.add(
                "yes and no are understood in English only; use 'confirm: button', or an English 'locale'",
                at: mark)
        case .none, .button, .voice: break
        }
    }

    private func check(_ command: CommandOptions, sayBackAt mark: Mark, _ complaints: Complaints) {
        if command.confirm.means == .none {
            complaints.add(
                "is said only where a yes is waited for; add 'confirm: voice' or 'confirm: button'", at: mark)
        } else if voice?.saysBack != true {
            complaints.add("is never said without a voice; add 'voice: { say_back: on }'", at: mark)
        }
        guard let grammar else { return }
        let slots = grammar.slots(of: command.name).keys
        for slot in command.sayBack?.slots ?? [] where !slots.contains(slot) {
            let near = nearest(to: slot, among: Array(slots)).map { "; did you mean <\($0)>?" }
            complaints.add(
                "command '\(command.name)' has no slot <\(slot)>\(near ?? "; use a rule of that name in its 'say:'")",
                at: mark)
        }
    }

    private func check(
        _ step: OutputStep, of command: String, outputs: [String], at mark: Mark, _ complaints: Complaints
    ) {
        if let output = step.output, !outputs.contains(output) {
            let near = nearest(to: output, among: outputs).map { "; did you mean '\($0)'?" }
            complaints.add(
                "there is no output '\(output)'\(near ?? "; add it under 'outputs:'")", at: mark)
        }
        guard let slot = step.slot, let grammar else { return }
        let slots = grammar.slots(of: command)
        guard let known = slots[slot] else {
            let near = nearest(to: slot, among: Array(slots.keys)).map { "; did you mean <\($0)>?" }
            complaints.add(
                "command '\(command)' has no slot <\(slot)>\(near ?? "; use a rule of that name in its 'say:'")",
                at: mark)
            return
        }
        if let mismatch = step.mismatch(with: known.values) {
            complaints.add("<\(slot)> \(mismatch)", at: mark)
        }
        if known.isOptional {
            complaints.add(
                "<\(slot)> may be left unsaid, and then nothing says what to do; take its brackets away",
                at: mark)
        }
    }
}

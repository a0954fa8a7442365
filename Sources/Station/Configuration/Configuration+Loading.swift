import Board
import Capture
import Commands
import Language
import Recognition
import Settings

extension Configuration {
    /// Reads and checks a configuration file.
    ///
    /// - Throws: `StationError.configuration` with everything that is wrong in it, and in the profiles of boards that it
    ///   is held against, each with its line and column; `.unreadable` when there is no such file.
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
        locale = reader.optional("locale", String.self)
        localeMark = reader.node("locale")?.mark
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
        var noProfile: SettingsError?
        do {
            profile = try BoardProfile.ofThisMachine()
        } catch {
            noProfile = error
        }
        readBoard(reader)
        // Without lines it makes no difference what board this is.
        if let noProfile, usesLines {
            guard case .invalid(let mistakes) = noProfile else { throw noProfile }
            complaints.add(mistakes)
        }
        readCommands(reader)
        let isTalkative = buttons[.talk] != nil
        listen =
            reader.optional("listen", Listen.self)
            ?? (!wake.isEmpty ? .wake : isTalkative ? .button : .always)
        reader.finish()
        checkListening(reader)
        checkInterlocks(reader)
        checkCommands(reader)
        try complaints.check()
    }

    // MARK: - Sections

    private mutating func readBoard(_ reader: MapReader) {
        let complaints = reader.complaints
        var uses = LineUses(profile: profile.forChecks(), complaints)
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
            let spoken = [String].read(entry.value, complaints)
            if let spoken, spoken.isEmpty || spoken.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
                complaints.add(
                    "the pronunciation of '\(entry.key)' is empty; write its phones", at: entry.value.mark)
            }
            pronunciations[entry.key.lowercased()] = spoken
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
}

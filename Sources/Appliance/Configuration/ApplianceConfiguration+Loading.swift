import Capture
import Configuration
import GPIO
import Grammar
import Models
import Platform
import Utterance

extension ApplianceConfiguration {
    /// Reads and checks a configuration file.
    ///
    /// - Throws: `ApplianceError.configuration` with everything that is wrong in it, and in the profiles of boards that it
    ///   is held against, each with its line and column; `.unreadable` when there is no such file.
    public static func load(_ path: String) throws(ApplianceError) -> ApplianceConfiguration {
        // Looked at before, so that what is written meanwhile counts as a change.
        let version = FileVersion(of: path)
        do {
            var configuration = try ApplianceConfiguration(Document.load(path: path))
            configuration.version = version
            return configuration
        } catch {
            throw ApplianceError(error)
        }
    }

    /// Decodes and checks a document, which need not be a file yet.
    ///
    /// - Throws: `ConfigurationError`: everything that is wrong in it, and in the profiles of boards that it is held against.
    package init(_ document: Document) throws(ConfigurationError) {
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        path = document.name
        locale = reader.optional("locale", String.self)
        localeMark = reader.node("locale")?.mark
        if let locale, LocaleTag(locale) == nil {
            reader.report(
                "'\(locale)' is no locale; write a language and a country: en-US", about: "locale")
        }
        // Without a pack there is more to say, and it is said where the pack is needed.
        language = try? modelPack().languageWords()
        recognize = reader.optional("recognize", Recognize.self) ?? .commands
        limits = reader.map("limits").map { UtteranceLimits($0, recognize) } ?? UtteranceLimits(recognize)
        if let section = reader.map("capture") {
            silenceLimit = section.optional(
                "silent_after", Duration.self, in: .seconds(5)...(.seconds(86_400)))
            capture = DeviceOptions(section)
        }
        voice = reader.map("voice").map { VoiceOptions($0) }
        if let section = reader.map("dictation") {
            dictation = DictationOptions(section)
            if recognize != .dictation {
                reader.report(
                    "is for free text; add 'recognize: dictation', or remove it", about: "dictation")
            }
            checkWriting(section)
        }
        if let node = reader.node("socket") { socket = SocketOptions(node, diagnostics) }
        if let node = reader.node("metrics") { metrics = MetricsOptions(node, diagnostics) }
        if let section = reader.map("front_end") { frontEnd = FrontEndOptions(section) }
        wake = reader.node("wake").map { WakeSettings.read($0, diagnostics) } ?? []
        var noProfile: ConfigurationError?
        do {
            profile = try BoardProfile.ofThisMachine()
        } catch {
            noProfile = error
        }
        readBoard(reader)
        // Without lines it makes no difference what board this is.
        if let noProfile, usesLines {
            guard case .invalid(let mistakes) = noProfile else { throw noProfile }
            diagnostics.add(mistakes)
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
        try diagnostics.check()
    }

    // MARK: - Sections

    private mutating func readBoard(_ reader: MapReader) {
        let diagnostics = reader.diagnostics
        var uses = LineUses(profile: profile.forChecks(), diagnostics)
        if let section = reader.map("lights") {
            for light in Light.allCases {
                guard let node = section.node(light.rawValue), let options = LightOptions(node, diagnostics)
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
                guard let node = section.node(button.rawValue), let options = ButtonOptions(node, diagnostics)
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
                diagnostics.add("an output needs a name, such as 'lamp'", at: entry.keyMark)
            }
            guard let options = OutputOptions(name: entry.key, entry.value, diagnostics) else { continue }
            outputs.append(options)
            uses.note(
                options.line, for: "output '\(entry.key)'", at: entry.value["line"]?.mark ?? entry.value.mark)
        }
    }

    private mutating func readCommands(_ reader: MapReader) {
        let diagnostics = reader.diagnostics
        let rules = reader.node("rules")
        let imports = reader.node("import")
        for entry in reader.map("pronunciations")?.entries ?? [] {
            let spoken = [String].read(entry.value, diagnostics)
            if let spoken, spoken.isEmpty || spoken.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
                diagnostics.add(
                    "the pronunciation of '\(entry.key)' is empty; write its phones", at: entry.value.mark)
            }
            if pronunciations.updateValue(spoken ?? [], forKey: entry.key.lowercased()) != nil {
                diagnostics.add(
                    "'\(entry.key.lowercased())' is there twice; write all its pronunciations in one list",
                    at: entry.keyMark)
            }
        }
        if recognize == .dictation {
            for (key, node) in [("rules", rules), ("import", imports)] {
                guard let node else { continue }
                diagnostics.add(
                    "dictation has no '\(key)'; remove it, or 'recognize: dictation'", at: node.mark)
            }
        }
        guard let node = reader.node("commands") else {
            // A key that is misspelt is told of as one that is not known.
            let isMisspelt = reader.entries.contains { nearest(to: $0.key, among: ["commands"]) != nil }
            if recognize == .commands, reader.isMap, !isMisspelt {
                diagnostics.add(
                    "there are no commands; add 'commands:', or 'recognize: dictation' for free text",
                    at: reader.mark)
            }
            return
        }
        if recognize == .dictation {
            diagnostics.add(
                "dictation has no commands; remove them, or 'recognize: dictation'", at: node.mark)
            return
        }
        for entry in node.entries ?? [] where entry.key.allSatisfy(\.isWhitespace) {
            diagnostics.add("a command needs a name, such as 'lamp-on'", at: entry.keyMark)
        }
        // What is no map is the grammar's to tell.
        commands = (node.entries ?? []).map { CommandOptions($0, diagnostics) }
        let own = Diagnostics()
        grammar = Grammar(commands: node, rules: rules, imports: imports, in: language, own)
        diagnostics.add(own.sorted)
    }
}

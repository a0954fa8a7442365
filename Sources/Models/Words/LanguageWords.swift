import Configuration

/// What Earshot itself has to understand and say in a language: numbers, spans of time, yes and no. A model pack names the file:
/// `words: words.yaml`.
///
/// Every part may be missing; what needs it then says so. A value; any thread may use it.
///
/// ```swift
/// let words = try pack.languageWords()
/// if words.numbers == nil { print("no command can have a <1..30> in", pack.locale) }
/// ```
public struct LanguageWords: Sendable {
    /// Where it stands, for messages; nil for a pack that names no file.
    package var path: String?
    /// The `model.yaml` that names no such file, for messages.
    package var manifest: String?
    /// The language, for messages.
    package var locale: LocaleTag?
    package var numbers: Numbers?
    package var durations: Durations?
    package var answers: Answers?
    package var states: States?
    package var writing: Writing?

    /// How a switch is told to be on and off, for configurations that are made.
    package struct States: Sendable, Hashable {
        package var on: String
        package var off: String

        /// Both words, as one says them.
        package init(on: String, off: String) {
            self.on = on
            self.off = off
        }
    }

    /// Yes and no, each a phrase or a list of them, as `say:` has it.
    package struct Answers: Sendable {
        package var yes: Node
        package var no: Node
        /// Whether other speech was shown to pass for a yes so seldom that an output may move for it.
        package var moveOutputs: Bool
    }

    /// A language of which nothing is known but its locale.
    package init(locale: LocaleTag? = nil) { self.locale = locale }

    /// Those of the pack for a user who asks for none; nil without a pack, or where its file is broken. Reads the files anew.
    public static var preferred: LanguageWords? {
        ModelPack.preferred(among: ModelPack.installed()).flatMap { try? $0.languageWords() }
    }

    /// Reads the file.
    ///
    /// - Throws: `unreadable` if there is none, `invalid` with everything that is wrong in it, each with its line. Phrases are
    ///   read by whoever compiles them.
    package init(path: String, locale: LocaleTag) throws(ConfigurationError) {
        let document = try Document.load(path: path)
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        self.path = path
        self.locale = locale
        states = reader.map("states").flatMap { States($0) }
        answers = reader.map("answers").flatMap { Answers($0) }
        numbers = reader.map("numbers").flatMap { Numbers($0) }
        durations = reader.map("durations").map { Durations($0) }
        writing = reader.map("writing").map { Writing($0) }
        reader.finish()
        try diagnostics.check()
    }

    /// "in de-DE", for messages.
    package var tongue: String { locale.map { "in \($0)" } ?? "in this language" }

    /// What to do where a part, or a value in one, is missing, or says too little, after "; ".
    package func remedy(adding key: String, as value: String? = nil) -> String {
        if key == "numbers", numbers != nil { return "list more under 'numbers:' in \(path ?? "")" }
        let entry = "\(key):" + (value.map { " \($0)" } ?? "")
        return path.map { "add '\(entry)' to \($0)" }
            ?? "name a file with '\(entry)' under 'words:' in \(manifest ?? "the model.yaml of its pack")"
    }
}

extension LanguageWords.States {
    fileprivate init?(_ reader: MapReader) {
        guard let on = reader.required("on", String.self), let off = reader.required("off", String.self)
        else {
            return nil
        }
        reader.finish()
        self.init(on: on, off: off)
    }
}

extension LanguageWords.Answers {
    fileprivate init?(_ reader: MapReader) {
        guard let yes = reader.requiredNode("yes"), let no = reader.requiredNode("no") else { return nil }
        self.init(yes: yes, no: no, moveOutputs: reader.optional("move_outputs") ?? false)
        reader.finish()
    }
}

import Configuration
import Models
import Wyoming

/// The section `dictation:`: who turns free speech into text, and where that goes.
///
/// ```yaml
/// dictation: { engine: unix:///run/asr/asr.sock, timeout: 8s, hints: [Ada, Charles] }
/// ```
package struct DictationOptions: Sendable, Hashable {
    /// A recognizer of this machine that is asked first; nil where only the built-in one is.
    package var engine: WyomingAddress?
    /// How long its text may take after the end of what was said, 1 s to 15 s; of long utterances half their length, if that is
    /// more. What the watchdog waits for is longer.
    package var timeout = Duration.seconds(10)
    /// Which of its models is asked for; nil leaves that to it.
    package var model: String?
    /// Names and words that may be said, for engines that look at them.
    package var hints: [String] = []

    /// How the built-in recognizer hears.
    package var builtIn = BuiltInOptions()

    /// How text is written.
    package var writing = Writing.raw

    /// Where text goes, in the order of the file; beside events.
    package var sinks: [SinkOptions] = []

    /// How text is written: `text` of the section.
    package enum Writing: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// The words as the recognizer gives them.
        case raw
        /// With capitals, spoken marks, digits and addresses, by the language's table.
        case readable
    }

    /// The built-in recognizer alone, whose words are left as they are.
    package init() {}

    /// Decodes a map.
    init(_ reader: MapReader) {
        if let text = reader.optional("engine", String.self) {
            do {
                engine = try WyomingAddress(text)
            } catch {
                reader.report("\(error)", about: "engine")
            }
        }
        timeout = reader.optional("timeout", Duration.self, in: .seconds(1) ... .seconds(15)) ?? timeout
        model = reader.optional("model", String.self)
        hints = reader.optional("hints", [String].self) ?? []
        writing = reader.optional("text", Writing.self) ?? writing
        builtIn = BuiltInOptions(reader)
        if let node = reader.node("to") { sinks = SinkOptions.read(node, reader.diagnostics) }
        for key in ["timeout", "model", "hints"] where reader.node(key) != nil && reader.node("engine") == nil
        {
            reader.report(
                "'\(key)' is for an engine of your own; add 'engine: unix:///run/asr/asr.sock'", about: key)
        }
        reader.finish()
    }

    /// Whether text goes to standard output, which so has nothing else.
    package var writesToStandardOutput: Bool { sinks.contains { $0.target == .standardOutput } }

    /// The engine as it is asked for text in a language.
    func search(in locale: LocaleTag) -> EngineSearch.Engine? {
        engine.map { address in
            var limits = WyomingTranscription.Limits()
            limits.answer = timeout
            return EngineSearch.Engine(
                address: address,
                request: WyomingRequest(model: model, language: locale.language, hints: hints), limits: limits
            )
        }
    }
}

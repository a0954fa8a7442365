import Configuration
import Models
import Testing

@testable import Appliance

/// The section `dictation:`.
struct DictationOptionsTests {
    private static func mistakes(in text: String) -> [String] {
        do {
            _ = try ApplianceConfiguration(Document(text: text, name: "kiosk.yaml"))
            return []
        } catch ConfigurationError.invalid(let diagnostics) {
            return diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test("An engine is asked in the configured language, for the model and with the hints that it names")
    func engine() throws {
        let text = """
            recognize: dictation
            dictation: { engine: unix:///run/asr/asr.sock, timeout: 3s, model: base.en, hints: [Ada, Zoë] }
            """
        let configuration = try ApplianceConfiguration(Document(text: text, name: "kiosk.yaml"))
        let locale = try #require(LocaleTag("en-US"))
        let engine = try #require(configuration.dictation.search(in: locale))
        #expect("\(engine.address)" == "unix:///run/asr/asr.sock")
        #expect(engine.limits.answer == .seconds(3))
        #expect(engine.request == .init(model: "base.en", language: "en", hints: ["Ada", "Zoë"]))
    }

    @Test("Without the section only the built-in recognizer is asked")
    func none() throws {
        let configuration = try ApplianceConfiguration(
            Document(text: "recognize: dictation", name: "kiosk.yaml"))
        #expect(configuration.dictation.search(in: LocaleTag("en-US")!) == nil)
    }

    @Test(
        "What is wrong with an engine of one's own is told at its place, with what to write",
        arguments: [
            (
                "recognize: dictation\ndictation: { engine: 'tcp://asr.example.org:10300' }",
                "kiosk.yaml:2:22: 'tcp://asr.example.org:10300' is not of this machine, and sound does not leave the device"
            ),
            (
                "recognize: dictation\ndictation: { engine: asr.sock }",
                "is no address; write unix:///run/asr/asr.sock"
            ),
            (
                "recognize: dictation\ndictation: { engine: 'unix:///run/a.sock', timeout: 1m }",
                "out of range; give 1s to 15s"
            ),
            (
                "recognize: dictation\ndictation: { timeout: 5s }",
                "'timeout' is for an engine of your own; add 'engine: unix:///run/asr/asr.sock'"
            ),
            (
                "commands: { a: { say: lamp on } }\ndictation: { engine: 'unix:///run/a.sock' }",
                "is for free text; add 'recognize: dictation'"
            ),
        ])
    func mistakes(text: String, message: String) {
        let mistakes = Self.mistakes(in: text)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}

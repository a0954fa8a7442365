import Models
import Testing

@testable import Speech

@Suite struct TranscriptionFormatterTests {
    private let formatter: TranscriptionFormatter

    init() throws {
        let locale = try #require(LocaleTag("en-US"))
        formatter = try #require(TranscriptionFormatter(locale: locale))
    }

    private func said(_ text: String) -> Transcription { Transcription(formattedString: text, segments: []) }

    @Test(
        "Recognized words are written as one reads them",
        arguments: [
            ("meet me at three pm comma please", "Meet me at 3 pm, please"),
            ("i need twenty five chairs", "I need 25 chairs"),
            ("mail ada at example dot org full stop", "Mail ada@example.org."),
            ("", ""),
        ])
    func sentences(spoken: String, written: String) {
        #expect(formatter.string(from: said(spoken)) == written)
    }

    @Test("Utterances follow one another with a capital each, and on a new line where one was dictated")
    func page() {
        let utterances = ["buy milk full stop", "and bread new line", "thank you"].map(said)
        #expect(formatter.string(from: utterances) == "Buy milk. And bread\nThank you")
    }

    @Test("\"Scratch that\" takes back the utterance before, and no more than there is")
    func takenBack() {
        func written(_ utterances: String...) -> String { formatter.string(from: utterances.map(said)) }
        #expect(written("buy milk", "scratch that", "buy bread") == "Buy bread")
        #expect(written("scratch that", "buy bread") == "Buy bread")
        #expect(written("buy milk", "buy tea scratch that buy bread") == "Buy milk Buy bread")
    }

    @Test("A language that is not installed has no formatter")
    func missing() throws {
        let locale = try #require(LocaleTag("tlh"))
        #expect(TranscriptionFormatter(locale: locale) == nil)
    }
}

import Testing

@testable import Grammar

/// Texts with names in them.
struct PhraseTemplateTests {
    @Test("A template is texts and names in turn, and begins and ends with a text")
    func parts() {
        let template = PhraseTemplate("<who> for <duration>?")
        #expect(
            template.parts == [.text(""), .slot("who"), .text(" for "), .slot("duration"), .text("?")])
        #expect(template.slots == ["who", "duration"])
    }

    @Test("A bracket that is never closed, or opens nothing, stands for itself")
    func brackets() {
        #expect(PhraseTemplate("less < more").parts == [.text("less < more")])
        #expect(PhraseTemplate("more > less").parts == [.text("more > less")])
    }
}

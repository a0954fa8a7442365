import Grammar
import Models
import Testing

@testable import Appliance
@testable import Interpretation

@Suite struct SayBackTests {
    private func question(
        _ template: String, _ slots: [String: SlotValue], in language: LanguageWords? = .preferred
    ) -> String {
        SayBack(template).text(
            for: Command(name: "pump", slots: slots, score: 1, text: "run the pump"), in: language)
    }

    @Test(
        "A duration is said as people say it",
        arguments: [
            (600, "10 minutes"), (60, "1 minute"), (1, "1 second"), (5400, "1 hour 30 minutes"),
            (7325, "2 hours 2 minutes 5 seconds"), (0, "0 seconds"),
        ])
    func durations(seconds: Int, expected: String) {
        #expect(
            question("pump on for <duration>?", ["duration": .duration(.seconds(seconds))])
                == "pump on for \(expected)?")
        #expect(
            question("<duration>", ["duration": .duration(.milliseconds(1500))]) == "1.5 seconds")
    }

    @Test("A duration is said in the language of the pack, and by its signs where that has no words")
    func otherLanguage() throws {
        let slots: [String: SlotValue] = ["span": .duration(.seconds(5460))]
        let german = try LanguageWords(path: "models/words/de.yaml", locale: #require(LocaleTag("de")))
        #expect(question("<span>?", slots, in: german) == "1 Stunde 31 Minuten?")
        #expect(question("<span>?", slots, in: nil) == "1 h 31 min?")
    }

    @Test("Words, numbers and lists are put in, and what was left unsaid is left out")
    func slots() {
        #expect(question("lamp <state>?", ["state": .text("off")]) == "lamp off?")
        #expect(question("<number> times?", ["number": .number(7)]) == "7 times?")
        #expect(
            question("cards <card>?", ["card": .list([.text("ace"), .text("ten")])]) == "cards ace, ten?")
        #expect(question("pump <speed> on?", [:]) == "pump on?")
    }

    @Test("A bracket that opens no slot stands for itself")
    func brackets() {
        #expect(question("less < more?", [:]) == "less < more?")
        #expect(SayBack("a <b> c <d>").slots == ["b", "d"])
    }
}

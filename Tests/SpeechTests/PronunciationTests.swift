import Decoding
import Foundation
import Grammar
import ListeningSupport
import Models
import Testing

@testable import Speech

/// A site's own pronunciations, for words that the dictionary says otherwise or does not have.
@Suite(.serialized) struct PronunciationTests {
    /// Forward is called backward, and backward forward.
    private static let swapped: CustomLanguageModelData = {
        var data = CustomLanguageModelData()
        data.insert(pronunciation: "B AE K W ER D", of: "forward")
        data.insert(pronunciation: "F AO R W ER D", of: "backward")
        return data
    }()

    @Test("With a grammar, a site's own pronunciation takes the place of the dictionary's")
    func grammar() async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        request.customizedLanguageModel = Self.swapped
        #expect(try await Fixture.text(of: request) == "go backward ten meters")
    }

    @Test("With the general language model, too, whether or not the word stands in a phrase")
    func generalModel() async throws {
        let request = Fixture.request("goforward.raw")
        request.customizedLanguageModel = Self.swapped
        #expect(try await Fixture.text(of: request).contains("backward"))
        var withPhrase = Self.swapped
        withPhrase.insert(phrase: "go backward ten meters", count: 20)
        let second = Fixture.request("goforward.raw")
        second.customizedLanguageModel = withPhrase
        #expect(try await Fixture.text(of: second) == "go backward ten meters")
    }

    @Test("With a site's own phrases alone, too")
    func phrases() async throws {
        var data = Self.swapped
        data.insert(phrase: "go backward ten meters")
        data.insert(phrase: "go forward ten meters")
        let request = Fixture.request("goforward.raw")
        request.customizedLanguageModel = data
        request.usesOnlyCustomizedLanguageModel = true
        #expect(try await Fixture.text(of: request) == "go backward ten meters")
    }

    @Test(
        "The phones of a language that is installed are told, silence and noises not among them; of another there are none"
    )
    func phones() {
        let phones = CustomLanguageModelData.supportedPhonemes(locale: LocaleTag("en-US")!)
        #expect(phones.count == 39 && Set(phones).count == 39 && !phones.contains("SIL"))
        #expect(Set("B AE K W ER D".split(separator: " ").map(String.init)).isSubset(of: phones))
        #expect(CustomLanguageModelData.supportedPhonemes(locale: Locale(identifier: "en_US")) == phones)
        #expect(CustomLanguageModelData.supportedPhonemes(locale: LocaleTag("tlh")!).isEmpty)
    }

    @Test("A grammar in a language without rules for unknown words gets them by pronunciation")
    func otherLanguage() async throws {
        var pack = Fixture.pack
        pack.locale = LocaleTag("de-DE")!
        let grammar = try Grammar(commands: ["vor": "geh (vorwärts | rückwärts) zehn meter"])
        func request(_ data: CustomLanguageModelData?) -> SpeechRecognitionRequest {
            let request = Fixture.request("goforward.raw")
            request.grammar = grammar
            request.customizedLanguageModel = data
            return request
        }
        let recognizer = SpeechRecognizer(pack: pack)
        await #expect(
            throws: RecognitionError.decoding(.unknownWords(["geh", "rückwärts", "vorwärts", "zehn"]))
        ) {
            for try await _ in recognizer.results(for: request(nil)) {}
        }
        var data = CustomLanguageModelData()
        data.insert(pronunciation: "G OW", of: "geh")
        data.insert(pronunciation: "F AO R W ER D", of: "vorwärts")
        data.insert(pronunciation: "B AE K W ER D", of: "rückwärts")
        data.insert(pronunciation: "T EH N", of: "zehn")
        data.insert(pronunciation: "M IY T ER Z", of: "Meter")
        var text = ""
        for try await result in recognizer.results(for: request(data)) {
            text = result.bestTranscription.formattedString
        }
        #expect(text == "geh vorwärts zehn meter")
    }

    @Test(
        "A pronunciation in X-SAMPA is the same as in the model's phones, and one that cannot be said is left out"
    )
    func xsampa() async throws {
        var data = CustomLanguageModelData()
        data.insert(pronunciation: "b { k w @r d", of: "forward")
        data.insert(pronunciation: "G OW", of: "go")
        data.insert(pronunciation: "y 2 R", of: "ten")
        data.insert(phrase: "go forward ten meters", count: 20)
        data.insert(phrase: "go backward ten meters", count: 20)
        data.insert(pronunciation: "f O r w @r d", of: "backward")
        let request = Fixture.request("goforward.raw")
        request.customizedLanguageModel = data
        #expect(try await Fixture.text(of: request) == "go backward ten meters")
    }

    @Test(
        "Sounds of X-SAMPA are phones, with white space between them or without",
        arguments: [
            ("w I n aU @r", "W IH N AW ER"), ("t A r t @ k aU @r", "T AA R T AH K AW ER"),
            ("k V p", "K AH P"), ("\"tSi:z", "CH IY Z"), ("dZ @U", "JH OW"),
            ("b A 3` d l=", "B AA ER D AH L"),
        ])
    func sounds(xsampa: String, phones: String) {
        #expect(XSAMPA.phones(of: xsampa) == phones)
    }

    @Test("What English has no sound for is no pronunciation", arguments: ["y", "p 2", "", "  ", "\""])
    func noSounds(xsampa: String) {
        #expect(XSAMPA.phones(of: xsampa) == nil)
    }

    @Test("A phone that the model does not have is named, an empty pronunciation is none")
    func unusable() async throws {
        var data = CustomLanguageModelData()
        data.insert(pronunciation: "  ", of: "forward")
        #expect(data == CustomLanguageModelData())
        data.insert(pronunciation: "F XX", of: "forward")
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        request.customizedLanguageModel = data
        do {
            _ = try await Fixture.results(of: request)
            Issue.record("the phone XX was taken")
        } catch {
            #expect("\(error)".contains("XX") && "\(error)".contains("forward"))
        }
    }
}

import Configuration
import Decoding
import ListeningSupport
import Models
import TestSupport
import Testing
import Utterance
import Vocabulary

@testable import Appliance

/// A site's own words, from the configuration to what is heard.
struct BuiltInOptionsTests {
    private let folder = TemporaryFolder()

    /// A vocabulary beside a configuration that names it.
    private func configuration(
        _ keys: String, text: String = "go forward ten meters\ngo back five meters\nturn left",
        path: String = "site.yaml"
    ) throws -> ApplianceConfiguration {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        var builder = try VocabularyBuilder(for: pack)
        try builder.add(folder.write(text, to: "site.txt"))
        try builder.finish().write(to: folder.path("site"))
        let yaml = "locale: en-US\nrecognize: dictation\ndictation: { \(keys) }"
        return try ApplianceConfiguration.load(folder.write(yaml, to: path))
    }

    private func text(_ configuration: ApplianceConfiguration) throws -> String {
        try Transcriber(configuration).transcribe(
            "/usr/share/pocketsphinx/test/data/goforward.raw", until: StopSignal()
        ).text
    }

    @Test("A vocabulary alone is heard, and nothing but its words is")
    func alone() throws {
        #expect(try text(configuration("vocabulary: site, mix: 0%")) == "go forward ten meters")
        let other = try text(
            configuration("vocabulary: site, mix: 0%", text: "go back five kilometers\nturn left"))
        #expect(
            Set(other.split(separator: " ")).isSubset(of: [
                "go", "back", "five", "kilometers", "turn", "left",
            ]))
    }

    @Test(
        "Spoken marks are heard in readable text, though the vocabulary has none of them, and in raw text not"
    )
    func marks() throws {
        let words = "writing: { marks: { forward: '!' } }"
        let language = try LanguageWords(
            path: folder.write(words, to: "en.yaml"), locale: #require(LocaleTag("en-US")))
        func heard(_ keys: String) throws -> String {
            var configuration = try configuration(
                "vocabulary: site, mix: 0%\(keys)", text: "go ten meters\nturn left")
            configuration.language = language
            return try text(configuration)
        }
        #expect(try heard(", text: readable") == "Go! Ten meters")
        #expect(try !heard("").contains("forward"))
    }

    @Test("Mixed with the general words, these are heard as well")
    func mixed() throws {
        #expect(
            try text(configuration("vocabulary: site, mix: 50%", text: "turn left\nturn right"))
                == "go forward ten meters")
    }

    @Test("Where its texts foretell that words are missing, general words are heard without being asked for")
    func mixedByItself() throws {
        let few = "turn left\nturn right"
        #expect(try text(configuration("vocabulary: site", text: few)) == "go forward ten meters")
        let same = String(repeating: few + "\n", count: 5)
        let alone = try text(configuration("vocabulary: site", text: same))
        #expect(Set(alone.split(separator: " ")).isSubset(of: ["turn", "left", "right"]), "\(alone)")
    }

    @Test("Every profile hears a plain sentence", arguments: DictationProfile.allCases)
    func profiles(profile: DictationProfile) throws {
        #expect(
            try text(configuration("vocabulary: site, profile: \(profile.rawValue)"))
                == "go forward ten meters")
    }

    @Test("Pronunciations that people have corrected count")
    func corrected() throws {
        // Said as "forward" is; nothing else in the vocabulary is.
        let configuration = try configuration(
            "vocabulary: site, mix: 0%", text: "go quuxly ten meters\nturn left")
        folder.write("quuxly F AO R W ER D\n", to: "site/pronunciations.dict")
        #expect(try text(configuration) == "go quuxly ten meters")
    }

    @Test("A vocabulary that has become broken is told with its line when it is loaded")
    func broken() throws {
        let configuration = try configuration("vocabulary: site")
        folder.write("\\data\\\nngram 1=\n", to: "site/phrases.arpa")
        #expect {
            _ = try DecoderFactory.decoders(for: configuration)
        } throws: { "\($0)".contains("site/phrases.arpa:2:1: expected a number of rows") }
    }

    @Test(
        "What is wrong with the options of the built-in recognizer is told at its place, with what to write",
        arguments: [
            ("vocabulary: nowhere", "make it with 'earshot vocabulary build TEXT -o"),
            ("mix: 30%", "mixes general words with a vocabulary; add 'vocabulary: FOLDER'"),
            ("vocabulary: site, mix: 100%", "100% is out of range; give 0% to 90%"),
            ("profile: quick", "expected one of fast, balanced, accurate, not 'quick'"),
        ])
    func mistakes(keys: String, told: String) throws {
        #expect {
            _ = try configuration(keys)
        } throws: { "\($0)".contains("site.yaml:3:") && "\($0)".contains(told) }
    }
}

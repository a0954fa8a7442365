import ListeningSupport
import Testing

@testable import Decoding

/// A decoder of free text whose profile changes between utterances.
struct DictationProfileTests {
    @Test(
        "It hears on by the new profile, and by the first one again, as a decoder that always had it",
        arguments: [false, true])
    func change(withPhones: Bool) throws {
        let phones = withPhones ? try Fixture.pack.phoneWeights() : nil
        func decoder(_ profile: DictationProfile) throws -> UtteranceDecoder {
            try Fixture.dictationDecoder(options: .dictation(profile), phones: phones)
        }
        func heard(_ decoder: UtteranceDecoder) -> String? {
            decoder.forget()
            return decoder.hypothesis(of: Fixture.goForward)?.text
        }
        let changing = try decoder(.accurate)
        for profile in [DictationProfile.accurate, .fast, .balanced, .accurate, .fast] {
            changing.setProfile(profile)
            let unchanging = try decoder(profile)
            #expect(heard(changing) == heard(unchanging), "\(profile)")
        }
    }

    @Test(
        "By the scores of another decoder it searches once, and no wider than pays",
        arguments: DictationProfile.allCases)
    func givenScores(_ profile: DictationProfile) {
        let mix = PocketSphinxDecoder.Search.languageModel(LanguageModelMix(phrases: ""))
        let own = DecoderOptions.dictation(profile)
        #expect(own.fit(for: mix, isGivenScores: false) == own)
        let given = own.fit(for: mix, isGivenScores: true)
        #expect(given.extra["fwdflat"] == "no" && given.extra["pl_window"] == "5")
        let phones = Int(given.extra["maxhmmpf"] ?? "")
        #expect(phones == [.fast: 3000, .balanced: 5000, .accurate: 10_000][profile])
        #expect(DecoderOptions.dictation.fit(for: mix, isGivenScores: true).extra["maxhmmpf"] == "10000")
        var farther = own
        farther.extra["pl_window"] = "50"
        #expect(farther.fit(for: mix, isGivenScores: true).extra["pl_window"] == "7")
        #expect(own.fit(for: .silence, isGivenScores: false).extra.isEmpty)
    }
}

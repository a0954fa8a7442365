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
        let (phones, words) = (Int(given.extra["maxhmmpf"] ?? ""), Int(given.extra["maxwpf"] ?? ""))
        switch profile {
        case .fast: #expect(phones == 3000 && words == 5)
        case .balanced: #expect(phones == 5000 && words == 10)
        case .accurate: #expect(phones == 10_000 && words == 10)
        }
        #expect(own.fit(for: .silence, isGivenScores: false).extra.isEmpty)
    }
}

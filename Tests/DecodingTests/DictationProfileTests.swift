import Decoding
import ListeningSupport
import Testing

/// A decoder of free text whose profile changes between utterances.
struct DictationProfileTests {
    @Test("It hears on by the new profile, and by the first one again, as a decoder that always had it")
    func change() throws {
        func decoder(_ profile: DictationProfile) throws -> UtteranceDecoder {
            try Fixture.dictationDecoder(options: .dictation(profile))
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
}

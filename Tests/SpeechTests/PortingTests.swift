import Capture
import Foundation
import ListeningSupport
import Models
import Testing

@testable import Speech

/// What ported programs bring along.
@Suite(.serialized) struct PortingTests {
    @Test("One infinite sample, and one that is no number, do not spoil an utterance")
    func infiniteSample() async throws {
        let clean = AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000).converted(
            to: AudioFormat(sampleRate: 44_100, channelCount: 2, sample: .float32))
        var samples = try #require(clean.floatSamples)
        samples[60_000] = .infinity
        samples[90_001] = .nan
        samples[100_000] = -.greatestFiniteMagnitude
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.append(AudioBuffer(samples: samples, sampleRate: 44_100, channelCount: 2))
        request.endAudio()
        #expect(try await Fixture.text(of: request) == "go forward ten meters")
    }

    @Test(
        "A custom model may be listed as the Speech framework has it, and is the same as one that is filled")
    func builder() {
        let isSummer = true
        let listed = CustomLanguageModelData(
            locale: LocaleTag("en-US"), identifier: "shop", version: "1"
        ) {
            CustomLanguageModelData.PhraseCount(phrase: "a pound of butter", count: 20)
            CustomLanguageModelData.PhraseCountsFromTemplates(
                classes: ["thing": ["butter", "goat cheese"]]
            ) {
                CustomLanguageModelData.TemplatePhraseCountGenerator.Template(
                    "how much is the <thing>", count: 4)
                CustomLanguageModelData.TemplatePhraseCountGenerator.Template("is there <thing>", count: 2)
            }
            CustomLanguageModelData.CustomPronunciation(
                grapheme: "gouda", phonemes: ["G UW D AH", "G AW D AH"])
            for phrase in ["good morning", "good evening"] {
                CustomLanguageModelData.PhraseCount(phrase: phrase, count: 1)
            }
            if isSummer { CustomLanguageModelData.PhraseCount(phrase: "ice cream", count: 3) }
        }
        var filled = CustomLanguageModelData()
        filled.insert(phrase: "a pound of butter", count: 20)
        let classes = ["thing": ["butter", "goat cheese"]]
        filled.insert(template: "how much is the <thing>", classes: classes, count: 4)
        filled.insert(template: "is there <thing>", classes: classes, count: 2)
        filled.insert(pronunciation: "G UW D AH", of: "gouda")
        filled.insert(pronunciation: "G AW D AH", of: "gouda")
        for phrase in ["good morning", "good evening"] { filled.insert(phrase: phrase) }
        filled.insert(phrase: "ice cream", count: 3)
        #expect(listed == filled)
    }

    @Test("A locale of Foundation's and a tag are equal either way where they name the same")
    func locales() async {
        let tag = LocaleTag("en-US")!
        #expect(tag == Locale(identifier: "en_US") && Locale(identifier: "en-US") == tag)
        #expect(!(tag == Locale(identifier: "en_GB")))
    }

    @Test("What a telephone recorded, and cannot be read here, is an error that names the conversion")
    func conversion() {
        let error = CaptureError.notAudio(path: "memo.m4a", reason: "unknown format")
        #expect("\(error)".hasSuffix("convert it first: ffmpeg -i 'memo.m4a' 'memo.wav'"))
        #expect("\(CaptureError.notAudio(path: "memo", reason: "none"))".contains("FLAC"))
    }
}

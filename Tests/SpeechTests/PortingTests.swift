import Capture
import Decoding
import Earshot
import Foundation
import ListeningSupport
import Models
import Synchronization
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

    @Test("A custom model may be filled by the Speech framework's calls, and is the same as a listed one")
    func calls() {
        let orders = CustomLanguageModelData.TemplatePhraseCountGenerator()
        orders.insert(template: "how much is the <thing>", count: 4)
        orders.define(className: "thing", values: ["butter", "goat cheese"])
        var filled = CustomLanguageModelData(
            locale: Locale(identifier: "en_US"), identifier: "shop", version: "1")
        filled.insert(phraseCount: .init(phrase: "a pound of butter", count: 20))
        filled.insert(phraseCountGenerator: orders)
        filled.insert(term: .init(grapheme: "gouda", phonemes: ["G UW D AH"]))
        orders.insert(template: "too late for <thing>", count: 1)
        #expect(
            filled
                == CustomLanguageModelData(locale: LocaleTag("en-US"), identifier: "shop", version: "1") {
                    CustomLanguageModelData.PhraseCount(phrase: "a pound of butter", count: 20)
                    CustomLanguageModelData.PhraseCountsFromTemplates(
                        classes: ["thing": ["butter", "goat cheese"]]
                    ) {
                        for question in ["how much is the"] {
                            CustomLanguageModelData.TemplatePhraseCountGenerator.Template(
                                "\(question) <thing>", count: 4)
                        }
                    }
                    CustomLanguageModelData.CustomPronunciation(grapheme: "gouda", phonemes: ["G UW D AH"])
                })
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

    @Test("A phrase with a typographic apostrophe is the same as with a straight one")
    func curlyApostrophe() {
        var (curly, straight) = (CustomLanguageModelData(), CustomLanguageModelData())
        curly.insert(phrase: "don’t drop O’Brien’s tea")
        straight.insert(phrase: "don't drop o'brien's tea")
        #expect(curly == straight)
    }

    @Test("A moment with an impossible rate can be made", arguments: [.nan, .infinity, 1e30] as [Double])
    func impossibleRate(rate: Double) {
        #expect(AudioTime(sampleTime: 1, atRate: rate).sampleRate == 0)
        #expect(AudioTime(sampleTime: -1, atRate: 44_100) == AudioTime(sampleTime: 0, sampleRate: 44_100))
    }

    @Test("A pronunciation of several words is none of the first one's")
    func pronunciationOfSeveralWords() {
        var data = CustomLanguageModelData()
        data.insert(pronunciation: "N UW Y AO R K", of: "New York")
        #expect(data.pronunciations.isEmpty)
        data.insert(pronunciation: "N UW", of: "New")
        #expect(data.pronunciations == ["new": ["N UW"]])
    }

    @Test("A format and a moment are made of another's numbers as of constants")
    func numbersOfOthers() throws {
        let input = AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .float32)
        let format = AudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: input.sampleRate, channels: input.channelCount,
            interleaved: true)
        #expect(format == AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .int16))
        #expect(
            AudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 1, channels: input.channelCount, interleaved: true)
                == nil)
        let time = AudioTime(sampleTime: 480, sampleRate: 48_000)
        #expect(AudioTime(sampleTime: time.sampleTime, atRate: input.sampleRate) == time)
    }

    @Test("A delegate need not hear of availability, and may have a state of its own")
    func silentDelegate() throws {
        final class Silent: SpeechRecognizerDelegate, SpeechRecognitionTaskDelegate { var count = 0 }
        let recognizer = try #require(SpeechRecognizer())
        let delegate: any SpeechRecognizerDelegate = Silent()
        delegate.speechRecognizer(recognizer, availabilityDidChange: true)
    }

    @Test("Moments are compared and reckoned with whatever their rate, and none lies before the beginning")
    func moments() {
        func time(_ frame: UInt64, _ rate: Int) -> AudioTime {
            AudioTime(sampleTime: frame, sampleRate: rate)
        }
        #expect(time(16_000, 16_000) == time(48_000, 48_000) && time(1, 44_100) != time(1, 48_000))
        #expect(Set([time(16_000, 16_000), time(48_000, 48_000), time(1, 1)]).count == 1)
        #expect(time(1, 48_000) < time(1, 44_100) && time(.max, 1) > time(.max, .max))
        #expect(time(0, 0) == time(7, -1) && time(0, 0) == .zero && !(time(0, 0) < .zero))
        #expect(time(16_000, 16_000) + time(24_000, 48_000) == time(24_000, 16_000))
        #expect((time(16_000, 16_000) + time(24_000, 48_000)).sampleRate == 48_000)
        #expect(time(3, 1) - time(2, 1) == time(1, 1) && time(2, 1) - time(3, 1) == .zero)
        #expect(time(.max, 1) + time(.max, 1) == time(.max, 1) && .zero + time(5, 8_000) == time(5, 8_000))
        #expect(AudioTime(seconds: 1.5, preferredTimescale: 600) == time(900, 600))
        for seconds in [-1, .nan, -.infinity] as [Double] {
            #expect(AudioTime(seconds: seconds, preferredTimescale: 600) == .zero)
        }
        #expect(AudioTime(seconds: .infinity, preferredTimescale: 600).sampleTime == .max)
    }

    @Test("Ranges contain, join and cut each other")
    func ranges() {
        func range(_ start: UInt64, _ end: UInt64) -> AudioTimeRange {
            AudioTimeRange(
                start: AudioTime(sampleTime: start, sampleRate: 1),
                end: AudioTime(sampleTime: end * 8_000, sampleRate: 8_000))
        }
        #expect(range(1, 3).contains(range(2, 3)) && !range(1, 3).contains(range(2, 4)))
        #expect(range(1, 3).union(range(5, 6)) == range(1, 6))
        #expect(range(1, 3).intersection(range(2, 6)) == range(2, 3))
        #expect(range(1, 3).intersection(range(4, 6)).isEmpty && !range(1, 3).isEmpty)
        #expect(AudioTimeRange(start: range(1, 3).start, duration: range(2, 2).start) == range(1, 3))
    }

    @Test("Of a pattern of too many phrases those that are taken have every member of each class")
    func thinnedTemplate() {
        func names(_ letter: String) -> [String] { (0..<200).map { "\(letter)\($0)" } }
        var data = CustomLanguageModelData()
        data.insert(
            template: "<first> of <second> <third>",
            classes: ["first": names("a"), "second": names("b"), "third": names("c")], count: 5)
        #expect(data.phrases.count == 10_000)
        #expect(abs(data.phrases.values.reduce(0, +) - 5) < 1e-6)
        for (place, letter) in [(0, "a"), (2, "b"), (3, "c")] {
            let used = Dictionary(grouping: data.phrases.keys) { $0[place] }.mapValues(\.count)
            #expect(Set(used.keys) == Set(names(letter)))
            #expect(used.values.allSatisfy { (35...65).contains($0) }, "\(letter)")
        }
    }

    @Test("The URL of another machine's file is not taken for one of this one's")
    func otherMachine() throws {
        let url = try #require(URL(string: "https://example.org\(Fixture.recordings)goforward.raw"))
        #expect(throws: CaptureError.self) { _ = try AudioFile(forReading: url) }
    }

    @Test("Who asks by another framework's name whether it may record has the same answer")
    func otherNames() async {
        // Other tests say meanwhile that nothing can be heard, and take it back.
        while true {
            let status = SpeechRecognizer.authorizationStatus()
            let session = AudioSession.sharedInstance()
            let access = await [
                AudioApplication.requestRecordPermission(),
                Earshot.CaptureDevice.requestAccess(for: .audio),
                Earshot.CaptureDevice.authorizationStatus(for: .audio) == .authorized,
                session.recordPermission == .granted,
            ]
            let answers = Mutex<[Bool]>([])
            let note: @Sendable (Bool) -> Void = { answer in answers.withLock { $0.append(answer) } }
            session.requestRecordPermission(note)
            AudioApplication.requestRecordPermission(completionHandler: note)
            Earshot.CaptureDevice.requestAccess(for: .audio, completionHandler: note)
            guard SpeechRecognizer.authorizationStatus() == status else { continue }
            let all = access + answers.withLock { $0 }
            #expect(all == [Bool](repeating: status == .authorized, count: 7))
            return
        }
    }

    @Test("States and hints have Apple's numbers, and '.current' is the user's language")
    func numbers() async throws {
        #expect(SpeechRecognizerAuthorizationStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(SpeechRecognizerAuthorizationStatus(rawValue: 3) == .authorized)
        #expect(SpeechRecognitionTask.State.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(SpeechRecognitionTask.State(rawValue: 3) == .canceling)
        #expect(SpeechRecognitionTaskHint.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(SpeechRecognitionTaskHint(rawValue: 2) == .search)
        let user = try #require(SpeechRecognizer())
        #expect(LocaleTag.current == user.locale)
        #expect(SpeechRecognizer(locale: .current)?.locale == user.locale)
        #expect(SpeechTranscriber(locale: .current, preset: .transcription).selectedLocales == [user.locale])
    }

    @Test("A transcription's mean pause is that of its result")
    func pauses() {
        let times: [(Int, Int)] = [(200, 500), (600, 910), (1010, 1200), (1250, 1500), (1900, 2000)]
        let words = times.map {
            RecognizedWord(text: "go", start: .milliseconds($0), end: .milliseconds($1))
        }
        let transcription = Transcription(words.map { Transcription.Piece(word: $0) })
        let result = SpeechRecognitionMetadata([UtteranceHypothesis(words: words)])
        #expect(abs(transcription.averagePauseDuration - 0.2) < 1e-6)
        #expect(abs(transcription.averagePauseDuration - result.averagePauseDuration) < 1e-6)
        #expect(Transcription([]).averagePauseDuration == 0)
    }

    @Test("A language is reserved in Foundation's terms, too, if it is installed")
    func reservedLocale() async throws {
        await #expect(throws: RecognitionError.self) {
            try await AssetInventory.reserve(locale: Locale(identifier: "xx_YY"))
        }
        await #expect(throws: RecognitionError.self) {
            try await AssetInventory.reserve(locale: Locale(identifier: ""))
        }
        let tag = Fixture.pack.locale
        let locale = Locale(identifier: tag.identifier)
        #expect(try await AssetInventory.reserve(locale: tag))
        #expect(try await !AssetInventory.reserve(locale: locale), "it is reserved already")
        #expect(await AssetInventory.reservedLocales == [tag])
        #expect(await AssetInventory.release(reservedLocale: locale))
        #expect(await !AssetInventory.release(reservedLocale: tag))
    }
}

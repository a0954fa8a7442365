import Capture
import Decoding
import Foundation
import ListeningSupport
import Models
import Synchronization
import TestSupport
import Testing

@testable import Speech

@Suite(.serialized) struct SpeechRecognizerTests {
    @Test("A recording gives partial results, then exactly one final one, and nothing after it")
    func recording() async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        let results = try await Fixture.results(of: request)
        #expect(results.last?.isFinal == true)
        #expect(results.dropLast().allSatisfy { !$0.isFinal && $0.transcriptions.count == 1 })
        #expect(!results.dropLast().isEmpty)
        #expect(results.last?.bestTranscription.formattedString == "go forward ten meters")
    }

    @Test("Dictated speech is transcribed with the language model")
    func dictation() async throws {
        let results = try await Fixture.results(of: Fixture.request("goforward.raw"))
        let final = try #require(results.last)
        #expect(final.bestTranscription.formattedString == "go forward ten meters")
        #expect(final.transcriptions.count > 1)
        #expect(Set(final.transcriptions.map(\.formattedString)).count == final.transcriptions.count)
    }

    @Test("Segments say where they stand in the text, when they were said, and how sure they are")
    func segments() async throws {
        let request = Fixture.request("goforward.raw")
        let results = try await Fixture.results(of: request)
        let best = try #require(results.last?.bestTranscription)
        for segment in best.segments {
            #expect(best.formattedString[segment.substringRange] == segment.substring)
            #expect((0...1).contains(segment.confidence))
        }
        #expect(best.segments.contains { $0.confidence > 0 && $0.confidence < 1 })
        // Looked up in the waveform.
        for (segment, start) in zip(best.segments, [0.49, 0.65, 1.18, 1.55]) {
            #expect(abs(segment.timestamp - start) < 0.06)
        }
        let partial = try #require(results.first { !$0.isFinal })
        #expect(partial.bestTranscription.segments.allSatisfy { $0.confidence == 0 })
    }

    @Test("Metadata tells when and how fast was spoken, and what decoding cost")
    func metadata() async throws {
        let results = try await Fixture.results(of: Fixture.request("goforward.raw"))
        #expect(results.first?.speechRecognitionMetadata == nil || results.count == 1)
        let metadata = try #require(results.last?.speechRecognitionMetadata)
        #expect(abs(metadata.speechStartTimestamp - 0.49) < 0.06)
        #expect((1.5...1.8).contains(metadata.speechDuration))
        #expect((120...170).contains(metadata.speakingRate))
        #expect(metadata.decodeDuration > 0 && metadata.realTimeFactor > 0)
    }

    @Test("Sentences with pauses between them become one transcription, with right times")
    func pauses() async throws {
        let pause = Signal.noise(.seconds(2), amplitude: 20)
        let request = SpeechAudioBufferRecognitionRequest()
        for samples in [Fixture.goForward, pause, Fixture.goForward] {
            request.append(AudioBuffer(samples: samples, sampleRate: 16_000))
        }
        request.endAudio()
        let results = try await Fixture.results(of: request)
        let best = try #require(results.last?.bestTranscription)
        #expect(best.formattedString == "go forward ten meters go forward ten meters")
        let offset = Double(Fixture.goForward.count) / 16_000 + 2
        for (first, second) in zip(best.segments, best.segments.dropFirst(4)) {
            #expect(abs(second.timestamp - first.timestamp - offset) < 0.05)
        }
    }

    @Test("Times count from the first buffer's time, when buffers have one")
    func captureClock() async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        let time = AudioTime(sampleTime: 480_000, sampleRate: 48_000)
        request.append(AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000), at: time)
        request.endAudio()
        let results = try await Fixture.results(of: request)
        let best = try #require(results.last?.bestTranscription)
        #expect(abs(best.segments[0].timestamp - 10.49) < 0.06)
    }

    @Test("Buffers of any rate, channel count and sample type are understood, and may change on the way")
    func formats() async throws {
        let stereo = AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000).converted(
            to: AudioFormat(sampleRate: 44_100, channelCount: 2, sample: .float32))
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.append(AudioBuffer(samples: Signal.silence(.milliseconds(100)), sampleRate: 8_000))
        request.append(stereo)
        request.endAudio()
        let final = try await Fixture.results(of: request).last
        #expect(final?.bestTranscription.formattedString == "go forward ten meters")
    }

    @Test("Without partial results only the final one comes")
    func withoutPartials() async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        request.shouldReportPartialResults = false
        let results = try await Fixture.results(of: request)
        #expect(results.count == 1)
    }

    @Test("With a grammar, confidence tells what was said from what the grammar was forced on")
    func grammarConfidence() async throws {
        let said = Fixture.request("goforward.raw")
        said.grammar = Fixture.movement
        let sure = try await Fixture.results(of: said).last!.bestTranscription.segments[0].confidence
        #expect(sure > 0.9 && sure < 1)
        let forced = Fixture.request("librivox/sense_and_sensibility_01_austen_64kb-0880.wav")
        forced.grammar = Fixture.movement
        do {
            let results = try await Fixture.results(of: forced)
            #expect(results.last!.bestTranscription.segments.allSatisfy { $0.confidence < 0.2 })
        } catch {
            #expect(error as? RecognitionError == .noSpeech)
        }
    }

    @Test("Contextual phrases and a site's own vocabulary make their words likelier")
    func vocabulary() async throws {
        var data = CustomLanguageModelData()
        data.insert(
            template: "go <where> <count> meters",
            classes: ["where": ["forward", "backward"], "count": ["ten", "six"]])
        data.insert(pronunciation: "K AA R D Z", of: "cardz")
        data.insert(phrase: "cardz")
        let request = Fixture.request("goforward.raw")
        request.customizedLanguageModel = data
        request.usesOnlyCustomizedLanguageModel = true
        let final = try await Fixture.results(of: request).last
        #expect(final?.bestTranscription.formattedString == "go forward ten meters")

        let contextual = Fixture.request("goforward.raw")
        contextual.contextualStrings = ["Go Forward, ten metres!", "earshot kiosk"]
        let biased = try await Fixture.results(of: contextual).last
        #expect(biased?.bestTranscription.formattedString == "go forward ten metres")
    }

    @Test("A contextual phrase that cannot be pronounced is left out, and the others still count")
    func unpronounceable() async throws {
        let request = Fixture.request("goforward.raw")
        request.contextualStrings = ["4711", "\u{5317}\u{4EAC} station", "", "Go Forward, ten metres!"]
        let final = try await Fixture.results(of: request).last
        #expect(final?.bestTranscription.formattedString == "go forward ten metres")
        // So is one of a vocabulary of one's own, unless nothing else can be said.
        var data = CustomLanguageModelData()
        data.insert(phrase: "lamp \u{5317}\u{4EAC}")
        let alone = Fixture.request("goforward.raw")
        alone.customizedLanguageModel = data
        alone.usesOnlyCustomizedLanguageModel = true
        await #expect(throws: RecognitionError.decoding(.unknownWords(["\u{5317}\u{4EAC}"]))) {
            try await Fixture.text(of: alone)
        }
        data.insert(phrase: "go forward ten metres", count: 20)
        let custom = Fixture.request("goforward.raw")
        custom.customizedLanguageModel = data
        #expect(try await Fixture.text(of: custom) == "go forward ten metres")
    }

    @Test("Numbers in digits are said as numbers")
    func digits() async throws {
        var data = CustomLanguageModelData()
        data.insert(phrase: "go forward 10 meters")
        data.insert(phrase: "007")
        let request = Fixture.request("goforward.raw")
        request.customizedLanguageModel = data
        request.usesOnlyCustomizedLanguageModel = true
        #expect(try await Fixture.text(of: request) == "go forward ten meters")
        let spelling = PhraseSpelling(of: [["007", "25"]], in: Fixture.pack, known: ["25"])
        #expect(spelling.words(of: ["agent", "007", "25"]) == ["agent", "zero", "zero", "seven", "25"])
        #expect(spelling.words(of: ["25", "2000000"]).first == "25")
    }

    @Test(
        "Quotation marks, dashes, hyphens and digits cost a phrase none of its words, save where the dictionary has a word so",
        arguments: [
            ("Queen - Radio Ga Ga", "queen radio ga ga"), ("play 'Yesterday'", "play yesterday"),
            ("COVID-19", "covid nineteen"), ("an MP3", "an mp three"),
            ("3,000 people", "three thousand people"),
            ("ten, 1,2 and 12,345,", "ten one two and twelve thousand three hundred forty five"),
            ("rock 'n' roll 'til dawn", "rock 'n roll 'til dawn"),
            ("an x-ray at 9 o'clock", "an x-ray at nine o'clock"),
            ("the 21st", "the 21st"), ("the b-kwx", "the b-kwx"),
        ])
    func signsInPhrases(phrase: String, spoken: String) {
        let words = CustomLanguageModelData.words(of: phrase)
        let spelling = PhraseSpelling(of: [words], in: Fixture.pack, known: ["b-kwx"])
        #expect(spelling.words(of: words).joined(separator: " ") == spoken)
    }

    @Test("A recording that is cut short gives the words that it holds, then what is wrong with it")
    func cutShort() async throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: Fixture.recordings + "cards/005.wav"))
        let path = URL(filePath: folder.write(whole.prefix(whole.count / 2), to: "half.wav"))
        let request = SpeechURLRecognitionRequest(url: path)
        request.shouldReportPartialResults = false
        var words = ""
        do {
            for try await result in Fixture.recognizer.results(for: request) {
                #expect(!result.isFinal)
                words = result.bestTranscription.formattedString
            }
            Issue.record("nothing was wrong with it")
        } catch {
            #expect("\(error)".contains("is cut short"))
        }
        #expect(words.hasPrefix("eight of spades"))

        let log = DelegateLog()
        let task = Fixture.recognizer.recognitionTask(
            with: SpeechURLRecognitionRequest(url: path), delegate: log)
        await log.untilOver()
        #expect(log.events.suffix(2) == ["partial \(words)", "finished false"])
        #expect("\(task.error!)".contains("is cut short"))

        // Nothing was said before it breaks off.
        try whole.prefix(2_000).write(to: path)
        let silent = SpeechURLRecognitionRequest(url: path)
        await #expect { try await Fixture.text(of: silent) } throws: { "\($0)".contains("is cut short") }
    }

    @Test("A second model pack is a folder and no code")
    func secondPack() async throws {
        let folder = TemporaryFolder()
        let digits = Fixture.recordings + "tidigits/"
        let manifest = """
            name: English digits
            locale: en
            licence: as in pocketsphinx-testdata
            sample_rate: 16000
            acoustic_model: \(digits)hmm
            dictionary: \(digits)lm/tidigits.dic
            language_models: { dictation: \(digits)lm/tidigits.lm.bin }
            """
        folder.write(manifest, to: "model.yaml")
        let recognizer = SpeechRecognizer(pack: try ModelPack.load(folder: folder.path))
        var text = ""
        for try await result in recognizer.results(for: Fixture.request("tidigits/dhd.2934z.raw")) {
            text = result.bestTranscription.formattedString
        }
        #expect(text == "two nine three four zero")
    }

    @Test(
        "Noise in which nobody speaks gives no words, neither partial nor final, and what is said beside it is heard"
    )
    func noise() async throws {
        func request(_ sounds: [Int16]...) -> SpeechAudioBufferRecognitionRequest {
            let request = SpeechAudioBufferRecognitionRequest()
            for sound in sounds { request.append(AudioBuffer(samples: sound, sampleRate: 16_000)) }
            request.endAudio()
            return request
        }
        let knocks = Signal.struck(.seconds(3), every: 0.25, dying: 0.02, amplitude: 8000)
        let quiet = Signal.noise(.seconds(2), amplitude: 5)
        await #expect(throws: RecognitionError.noSpeech) {
            try await Fixture.results(of: request(knocks, quiet))
        }
        let results = try await Fixture.results(of: request(knocks, quiet, Fixture.goForward, quiet))
        #expect(results.last?.settledUtterances.count == 1)
        let first = try #require(results.first).bestTranscription
        #expect(try #require(first.segments.first).timestamp >= 5)
    }

    @Test("A silent recording, a missing one and one that is no audio each say so")
    func failures() async throws {
        let silent = SpeechAudioBufferRecognitionRequest()
        silent.append(AudioBuffer(samples: Signal.silence(.seconds(1)), sampleRate: 16_000))
        silent.endAudio()
        await #expect(throws: RecognitionError.noSpeech) { try await Fixture.results(of: silent) }
        let empty = SpeechAudioBufferRecognitionRequest()
        empty.endAudio()
        await #expect(throws: RecognitionError.noSpeech) { try await Fixture.results(of: empty) }
        let missing = SpeechURLRecognitionRequest(url: URL(filePath: "/no/such.wav"))
        await #expect(throws: RecognitionError.audio(.fileMissing(path: "/no/such.wav"))) {
            try await Fixture.results(of: missing)
        }
        let dictionary = SpeechURLRecognitionRequest(url: URL(filePath: Fixture.pack.acousticModel + "/mdef"))
        await #expect(throws: RecognitionError.self) { try await Fixture.results(of: dictionary) }
    }

    @Test("A request serves one task")
    func requestTwice() async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        _ = try await Fixture.results(of: request)
        await #expect(throws: RecognitionError.requestInUse) { try await Fixture.results(of: request) }
    }

    @Test("Before the limit there is a notice, at the limit a final result")
    func limit() async throws {
        let notices = Mutex<[Double]>([])
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.timeLimit = 2.7
        request.limitNotice = 1
        request.limitNoticeHandler = { left in notices.withLock { $0.append(left) } }
        for start in stride(from: 0, to: Fixture.goForward.count, by: 1600) {
            let samples = Array(Fixture.goForward[start...].prefix(1600))
            request.append(AudioBuffer(samples: samples, sampleRate: 16_000))
        }
        let final = try await Fixture.results(of: request).last
        #expect(final?.bestTranscription.formattedString == "go forward ten meters")
        // The notice comes on the main queue.
        await MainActor.run {}
        let left = notices.withLock { $0 }
        #expect(left.count <= 1 && left.allSatisfy { $0 <= 1 && $0 > 0 })
    }

    @Test(
        "A limit beyond counting is none",
        arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, .nan, 1e15])
    func noLimit(limit: TimeInterval) async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        request.timeLimit = limit
        #expect(try await Fixture.text(of: request) == "go forward ten meters")
    }

    @Test("A buffer of a format that is not supported ends the task, which says so")
    func unsupportedFormat() async throws {
        let format = AudioFormat(sampleRate: 0, channelCount: 0, sample: .int16)
        let request = SpeechAudioBufferRecognitionRequest()
        request.append(
            [UInt8](repeating: 0, count: 8).withUnsafeBytes { AudioBuffer(format: format, bytes: $0) })
        let error = RecognitionError.audio(.formatUnsupported(of: "the audio buffer", format: format))
        await #expect(throws: error) { try await Fixture.results(of: request) }
    }

    @Test("Two recognizers work at once, and give what they give alone")
    func parallel() async throws {
        let names = ["goforward.raw", "numbers.raw", "something.raw", "goforward.raw"]
        let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, name) in names.enumerated() {
                group.addTask { (index, try await Fixture.text(of: Fixture.request(name))) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        for (index, name) in names.enumerated() {
            let alone = try await Fixture.text(of: Fixture.request(name))
            #expect(texts[index] == alone)
        }
    }
}

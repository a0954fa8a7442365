import Capture
import Foundation
import Grammar
import ListeningSupport
import Testing

@testable import Decoding
@testable import Speech

@Suite(.serialized) struct PartialResultTests {
    /// A recording, how it is searched, and when words are being said in it.
    struct Scene: Sendable, CustomStringConvertible {
        let recording: String
        let isDictation: Bool
        let speech: ClosedRange<Double>

        var description: String { "\(recording), \(isDictation ? "dictation" : "grammar")" }

        /// From a third of a second after the first word's begin, which has to be heard first, to the last one's end.
        static let all = [
            Scene(recording: "goforward.raw", isDictation: false, speech: 0.8...2.0),
            Scene(recording: "goforward.raw", isDictation: true, speech: 0.8...2.0),
            Scene(
                recording: "librivox/sense_and_sensibility_01_austen_64kb-0880.wav", isDictation: true,
                speech: 0.7...2.4),
        ]
    }

    @Test("While speech goes on, a partial result comes for every 300 ms of sound", arguments: Scene.all)
    func rate(scene: Scene) throws {
        let decoder =
            scene.isDictation
            ? try Fixture.dictationDecoder(phones: Fixture.pack.phoneWeights())
            : try Fixture.movementDecoder()
        let samples = Fixture.samples(scene.recording)
        decoder.begin(firstFrame: 0)
        var times: [Double] = []
        for start in stride(from: 0, to: samples.count, by: 160) {
            samples[start..<min(start + 160, samples.count)].withUnsafeBufferPointer { decoder.feed($0) }
            decoder.settle()
            while let update = decoder.next() {
                // On the clock of the sound that has been fed, which a live source's user sees.
                if case .partial = update { times.append(Double(start + 160) / 16_000) }
            }
        }
        decoder.cancel()
        let within = times.filter(scene.speech.contains)
        for (earlier, later) in zip([scene.speech.lowerBound] + within, within + [scene.speech.upperBound]) {
            #expect((later - earlier) * 16_000 <= 4_800.5, "nothing from \(earlier) to \(later)")
        }
    }

    @Test(
        "No partial result is empty, or has the text of the one before, unless an utterance was settled",
        arguments: [true, false])
    func news(isDictation: Bool) async throws {
        for recording in ["goforward.raw", "something.raw", "numbers.raw"] {
            let request = Fixture.request(recording)
            if !isDictation { request.grammar = Fixture.movement }
            let partials = try await partials(of: request)
            #expect(partials.allSatisfy { !$0.bestTranscription.formattedString.isEmpty })
            for (result, next) in zip(partials, partials.dropFirst())
            where result.settledUtterances == next.settledUtterances {
                #expect(result.bestTranscription.formattedString != next.bestTranscription.formattedString)
            }
        }
    }

    @Test("Of half a command the words are taken back, and the result has none", arguments: [true, false])
    func halfCommand(isToldOfWords: Bool) async throws {
        let request = Fixture.request("goforward.raw")
        request.shouldReportPartialResults = isToldOfWords
        request.grammar = try Grammar(commands: ["move": "go forward ten meters and turn around"])
        let results = try await Fixture.results(of: request)
        let texts = results.map(\.bestTranscription.formattedString)
        #expect(texts.contains { $0.hasPrefix("go forward") } == isToldOfWords)
        #expect(texts.last == "" && results.last?.isFinal == true)
    }

    @Test("Results are for one loop: a second one ends at once")
    func secondLoop() async throws {
        let results = SpeechRecognizer(pack: Fixture.pack).results(for: Fixture.request("goforward.raw"))
        var first = results.makeAsyncIterator()
        var second = results.makeAsyncIterator()
        #expect(try await second.next() == nil)
        #expect(try await first.next() != nil)
    }

    @Test("Where changes of times are asked for, the same text comes again with other times")
    func timeChanges() async throws {
        let request = Fixture.request("goforward.raw")
        request.shouldReportTimeChanges = true
        let partials = try await partials(of: request)
        #expect(zip(partials, partials.dropFirst()).allSatisfy { $0 != $1 })
        let unsettled = partials.filter(\.settledUtterances.isEmpty).map(\.bestTranscription.formattedString)
        #expect(zip(unsettled, unsettled.dropFirst()).contains { $0 == $1 })
    }

    /// Those that a handler gets, which misses none.
    private func partials(of request: SpeechRecognitionRequest) async throws -> [SpeechRecognitionResult] {
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.handlerQueue = InlineQueue()
        let (results, continuation) = AsyncStream<SpeechRecognitionResult>.makeStream()
        recognizer.recognitionTask(with: request) { result, error in
            if let result, !result.isFinal { continuation.yield(result) }
            if error != nil || result?.isFinal == true { continuation.finish() }
        }
        return await results.reduce(into: []) { $0.append($1) }
    }

    @Test("Transcriptions of a result have distinct texts, best first, over several utterances, too")
    func distinct() async throws {
        let pause = Signal.noise(.seconds(2), amplitude: 20)
        let request = SpeechAudioBufferRecognitionRequest()
        request.maximumAlternatives = 20
        for name in ["goforward.raw", "something.raw", "numbers.raw"] {
            request.append(AudioBuffer(samples: Fixture.samples(name) + pause, sampleRate: 16_000))
        }
        request.endAudio()
        let final = try await Fixture.results(of: request).last!
        let texts = final.transcriptions.map(\.formattedString)
        #expect(texts.count == 21)
        #expect(Set(texts).count == texts.count)
        #expect(final.bestTranscription == final.transcriptions[0])
        #expect(final.speechRecognitionMetadata!.realTimeFactor > 0)
    }
}

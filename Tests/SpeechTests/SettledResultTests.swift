import Capture
import Foundation
import ListeningSupport
import Testing

@testable import Speech

/// Long dictation: what was said before a pause is settled then, not at the end.
@Suite(.serialized) struct SettledResultTests {
    private static let recordings = ["goforward.raw", "numbers.raw", "goforward.raw"]

    /// Three utterances with pauses of 2 s.
    private func request() -> SpeechAudioBufferRecognitionRequest {
        let request = SpeechAudioBufferRecognitionRequest()
        let pause = Signal.noise(.seconds(2), amplitude: 20)
        for name in Self.recordings {
            request.append(AudioBuffer(samples: Fixture.samples(name) + pause, sampleRate: 16_000))
        }
        request.endAudio()
        return request
    }

    private func results(of request: SpeechRecognitionRequest) async -> [SpeechRecognitionResult] {
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.handlerQueue = InlineQueue()
        let (results, continuation) = AsyncStream<SpeechRecognitionResult>.makeStream()
        recognizer.recognitionTask(with: request) { result, error in
            if let result { continuation.yield(result) }
            if error != nil || result?.isFinal == true { continuation.finish() }
        }
        return await results.reduce(into: []) { $0.append($1) }
    }

    @Test("After each pause an utterance is settled, with confidence, and never changes again")
    func settled() async throws {
        let results = await results(of: request())
        let final = try #require(results.last)
        let utterances = final.settledUtterances
        #expect(utterances.count == Self.recordings.count)
        #expect(utterances.allSatisfy { $0.confidence > 0 && $0.confidence <= 1 })
        var count = 0
        for result in results {
            let settled = result.settledUtterances
            #expect(settled == Array(utterances.prefix(settled.count)))
            #expect(settled.count >= count)
            count = settled.count
            // They are the beginning of the whole, where they have the same times and confidence.
            let words = settled.flatMap(\.segments)
            let whole = result.bestTranscription.segments
            #expect(whole.count >= words.count)
            for (word, same) in zip(words, whole) {
                #expect(word.substring == same.substring && word.timestamp == same.timestamp)
                #expect(word.confidence == same.confidence)
            }
            if !result.isFinal { #expect(whole.dropFirst(words.count).allSatisfy { $0.confidence == 0 }) }
        }
    }

    @Test("An utterance is settled before the next one is heard")
    func early() async throws {
        let results = await results(of: request())
        for count in 1..<Self.recordings.count {
            let first = try #require(results.first { $0.settledUtterances.count == count })
            let settled = first.settledUtterances.flatMap(\.segments)
            #expect(first.bestTranscription.segments.count == settled.count)
        }
    }

    @Test("A delegate is told of each settled utterance once, in order, with and without partial results")
    func delegate() async throws {
        for isPartial in [true, false] {
            let request = request()
            request.shouldReportPartialResults = isPartial
            let log = DelegateLog()
            let recognizer = SpeechRecognizer(pack: Fixture.pack)
            recognizer.queue = DispatchQueue(label: "test")
            recognizer.recognitionTask(with: request, delegate: log)
            await log.untilOver()
            let settled = log.events.filter { $0.hasPrefix("utterance") }
            #expect(settled.count == Self.recordings.count)
            #expect(settled.first == "utterance go forward ten meters")
            let final = try #require(log.events.first { $0.hasPrefix("final") })
            #expect(
                final == "final " + settled.map { $0.dropFirst("utterance ".count) }.joined(separator: " "))
            #expect(log.events.contains { $0.hasPrefix("partial") } == isPartial)
        }
    }
}

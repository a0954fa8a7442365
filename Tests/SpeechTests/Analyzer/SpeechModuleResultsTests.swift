import Capture
import Decoding
import TestSupport
import Testing

@testable import Speech

/// Results on their way from a module to its loop.
struct SpeechModuleResultsTests {
    private func result(_ news: TranscribingSession.News) -> TranscriberResult {
        TranscriberResult(
            news, after: .init(settledUntil: .seconds(2)), alternatives: 0, sampleRate: 16_000)
    }

    private let words = [RecognizedWord(text: "go", start: .seconds(1), end: .seconds(2))]
    private var final: TranscriberResult { result(.utterance(UtteranceHypothesis(words: words), level: nil)) }

    @Test("Words of an utterance under way are volatile, also where everything before their end is decided")
    func volatile() {
        for result in [result(.words(words)), result(.words([]))] {
            #expect(result.range.end.duration <= result.resultsFinalizationTime.duration && !result.isFinal)
        }
        #expect(final.isFinal)
    }

    @Test("A volatile result gives way to the next one, a final one stays")
    func newest() async throws {
        let buffer = SpeechModuleResults<TranscriberResult>.Buffer()
        for news in [result(.words(words)), final, result(.words([])), result(.words(words))] {
            buffer.add(news)
        }
        buffer.finish(throwing: nil)
        var taken: [TranscriberResult] = []
        for try await next in SpeechModuleResults(buffer: buffer) { taken.append(next) }
        #expect(taken == [final, result(.words(words))])
    }

    @Test(
        "When a loop is cancelled that waits, another one takes what comes next",
        .timeLimit(.minutes(minutesOfAllTests)))
    func cancelledLoop() async throws {
        let results = SpeechModuleResults<TranscriberResult>(buffer: .init())
        let cancelled = Task { for try await _ in results {} }
        cancelled.cancel()
        try await cancelled.value
        // Each comes when the loop waits, or is about to.
        let final = final
        Task { results.buffer.add(final) }
        var count = 0
        for try await _ in results {
            count += 1
            guard count < 10 else { break }
            Task { results.buffer.add(final) }
        }
        #expect(count == 10)
    }
}

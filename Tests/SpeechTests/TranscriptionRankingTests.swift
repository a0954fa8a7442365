import Capture
import Decoding
import Foundation
import ListeningSupport
import TestSupport
import Testing

@testable import Speech

/// The likeliest transcriptions of several utterances together.
@Suite(.serialized) struct TranscriptionRankingTests {
    private func word(_ text: String, _ start: Int, _ posterior: Double) -> RecognizedWord {
        RecognizedWord(
            text: text, start: .milliseconds(start), end: .milliseconds(start + 300), posterior: posterior)
    }

    /// "a b", whose second word is likely "c"; then "d e", whose second word is hardly "f".
    private var utterances: [UtteranceHypothesis] {
        [
            UtteranceHypothesis(
                words: [word("d", 0, 0.99), word("e", 400, 0.95)],
                alternatives: [[word("d", 0, 0.99), word("f", 400, 0.02)]]),
            UtteranceHypothesis(
                words: [word("a", 1000, 0.9), word("b", 1400, 0.5)],
                alternatives: [
                    [word("a", 1000, 0.9), word("c", 1400, 0.4)], [word("a", 1000, 0.9)],
                ]),
        ]
    }

    @Test("The likeliest alternatives of the whole come first, whichever utterance they differ in")
    func order() {
        let all = TranscriptionRanking(utterances, limit: 10).transcriptions
        #expect(
            all.map(\.formattedString) == ["d e a b", "d e a c", "d e a", "d f a b", "d f a c", "d f a"])
        #expect(TranscriptionRanking(utterances, limit: 2).transcriptions == Array(all.prefix(2)))
        #expect(TranscriptionRanking(utterances, limit: 1).transcriptions == Array(all.prefix(1)))
    }

    @Test(
        "Confidence falls, also where an alternative only lacks a doubtful word, or its words have better posteriors"
    )
    func falling() {
        var utterances = utterances
        utterances[1].alternatives.append([word("a", 1000, 0.9), word("g", 1400, 0.6)])
        let confidences = TranscriptionRanking(utterances, limit: 20).transcriptions.map(\.confidence)
        #expect(confidences.count == 8)
        #expect(abs(confidences[0] - (0.99 + 0.95 + 0.9 + 0.5) / 4) < 1e-5)
        #expect(zip(confidences, confidences.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test(
        "Of a hundred utterances with twenty alternatives each not all combinations are tried, and texts are distinct",
        .timeLimit(.minutes(minutesOfAllTests)))
    func many() {
        let words = ["a", "b", "c", "d"]
        let long = (0..<100).map { index in
            UtteranceHypothesis(
                words: words.enumerated().map { word($1, index * 2000 + $0 * 400, 0.7) },
                alternatives: (0..<20).map { rank in
                    [word("x\(rank % 10)", index * 2000, 0.01 * Double(20 - rank))]
                        + words.dropFirst().enumerated().map {
                            word($1, index * 2000 + ($0 + 1) * 400, 0.7)
                        }
                })
        }
        let texts = TranscriptionRanking(long, limit: 21).transcriptions.map(\.formattedString)
        #expect(texts.count == 21 && Set(texts).count == 21)
    }

    @Test("On recordings, no alternative is more confident than the one before it")
    func recordings() async throws {
        for name in ["goforward.raw", "something.raw", "numbers.raw"] {
            let request = Fixture.request(name)
            request.maximumAlternatives = 20
            let final = try #require(try await Fixture.results(of: request).last)
            let confidences = final.transcriptions.map(\.confidence)
            #expect(confidences.count > 3 && confidences[0] > 0)
            #expect(zip(confidences, confidences.dropFirst()).allSatisfy { $0 >= $1 })
            for transcription in final.transcriptions {
                #expect(transcription.segments.allSatisfy { (0...1).contains($0.confidence) })
            }
        }
    }
}

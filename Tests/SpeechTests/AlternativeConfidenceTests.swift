import Interpretation
import ListeningSupport
import Models
import Testing

@testable import Decoding
@testable import Speech

@Suite(.serialized) struct AlternativeConfidenceTests {
    private func transcriptions(of request: SpeechRecognitionRequest) async throws -> [Transcription] {
        try #require(await Fixture.results(of: request).last).transcriptions
    }

    @Test(
        "Words that an alternative shares with the best transcription are no likelier there, others have their own"
    )
    func dictation() async throws {
        let request = Fixture.request("librivox/sense_and_sensibility_01_austen_64kb-0880.wav")
        request.maximumAlternatives = 10
        let all = try await transcriptions(of: request)
        let best = all[0].segments
        try #require(all.count > 3)
        var ownCount = 0
        var equalCount = 0
        for alternative in all.dropFirst() {
            for segment in alternative.segments {
                let shared = best.first {
                    $0.substring == segment.substring && abs($0.timestamp - segment.timestamp) < 0.02
                        && abs($0.duration - segment.duration) < 0.02
                }
                if let shared {
                    #expect(segment.confidence <= shared.confidence)
                    if segment.confidence == shared.confidence { equalCount += 1 }
                } else {
                    ownCount += 1
                }
                #expect((0...1).contains(segment.confidence))
            }
            #expect(alternative.segments.contains { $0.confidence > 0 })
        }
        #expect(ownCount > 0 && equalCount > 0)
        let others = all.dropFirst().flatMap(\.segments).filter { segment in
            !best.contains { $0.substring == segment.substring }
        }
        #expect(others.contains { $0.confidence > 0.001 } && others.allSatisfy { $0.confidence < 0.9 })
    }

    @Test("At one moment, all words of the lattice together are not likelier than certainty")
    func lattice() throws {
        let decoder = try PocketSphinxDecoder(
            acousticModel: Fixture.acousticModel, pronunciations: .file(Fixture.pack.dictionary),
            search: .languageModel(LanguageModelMix(general: Fixture.pack.languageModels.dictation)),
            options: .dictation)
        try decoder.start()
        try decoder.process(Fixture.samples("numbers.raw"))
        try decoder.finish()
        let best = decoder.segments().filter { !$0.isFiller }
        let alternatives = decoder.alternatives(20)
        let words = Set((alternatives + [best]).joined().filter { !$0.isFiller }.map(\.word))
        let lattice = WordLattice(of: decoder.pocketSphinx, words: words)
        try #require(best.count > 2 && alternatives.count > 2)
        for segment in best {
            let posteriors = words.map { lattice.posterior(of: $0, in: segment.frames) }
            #expect(posteriors.reduce(0, +) < 1.02)
            // The best path's own link is one of those that are summed up.
            let summed = lattice.posterior(of: segment.word, in: segment.frames)
            let own = try #require(segment.posterior)
            #expect(summed > 0.98 * own)
        }
    }

    @Test("With a grammar, an alternative's own words are not verified, and say so")
    func grammar() {
        func word(_ text: String, _ start: Int) -> RecognizedWord {
            RecognizedWord(text: text, start: .milliseconds(start), end: .milliseconds(start + 300))
        }
        let scores = VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.2)
        let hypothesis = UtteranceHypothesis(
            words: [word("lamp", 0), word("on", 400)],
            alternatives: [[word("lamp", 30), word("off", 400)], [word("on", 0)]], verification: scores)
        let all = TranscriptionRanking([hypothesis], limit: 6).transcriptions
        let command = Float(CommandProbability(scores).value)
        #expect(command > 0 && command < 1)
        // "On" is a word of the best sentence, but said elsewhere.
        #expect(all.map { $0.segments.map(\.confidence) } == [[command, command], [command, 0], [0]])
    }
}

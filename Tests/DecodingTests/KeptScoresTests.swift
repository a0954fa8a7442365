import Glibc
import ListeningSupport
import Testing

@testable import Decoding

@Suite("Acoustic scores that are kept for another search")
struct KeptScoresTests {
    @Test(
        "Words and phones found by kept scores are those of a search that computed its own",
        arguments: [1, 2, 8, 60, 150, 260])
    func sameSegments(frameCount: Int) throws {
        let keeping = try Decoders(scores: .kept)
        let alone = try Decoders(scores: .own)
        let cepstra = try Array(keeping.cepstra().prefix(frameCount * keeping.dimension))
        for (first, second) in [("phones", "words"), ("words", "phones"), ("words", "words")] {
            try keeping.decoder.select(first)
            try keeping.decoder.process(whole: cepstra, dimension: keeping.dimension)
            let heard = keeping.decoder.segments()
            try keeping.decoder.select(second)
            try keeping.decoder.processAgain()
            let again = keeping.decoder.segments()
            #expect(again.last?.frames.upperBound == frameCount || again.isEmpty)
            #expect(try alone.search(second, cepstra) == again, "\(second) after \(first)")
            // It went on for the last frame's repetitions.
            #expect(try alone.search(first, cepstra).dropLast() == heard.dropLast())
        }
        if frameCount == 260 {
            let words = keeping.decoder.segments().filter { !$0.isFiller }.map(\.word)
            #expect(words == ["go", "forward", "ten", "meters"])
        }
    }

    @Test("What is kept is of the newest utterance, and can be searched as often as is wanted")
    func newest() throws {
        let decoders = try Decoders(scores: .kept)
        let cepstra = try decoders.cepstra()
        try decoders.decoder.select("phones")
        try decoders.decoder.process(whole: cepstra, dimension: decoders.dimension)
        try decoders.decoder.process(
            whole: Array(cepstra.prefix(60 * decoders.dimension)), dimension: decoders.dimension)
        for _ in 0..<3 {
            try decoders.decoder.processAgain()
            #expect(decoders.decoder.segments().last?.frames.upperBound == 60)
        }
    }

    @Test("What is dropped takes no memory, and the next utterance is kept as before")
    func dropped() throws {
        let decoders = try Decoders(scores: .kept)
        let cepstra = try Array(decoders.cepstra().prefix(60 * decoders.dimension))
        let path = try #require(decoders.decoder.keptScores?.path)
        for _ in 0..<2 {
            try decoders.decoder.process(whole: cepstra, dimension: decoders.dimension)
            try decoders.decoder.processAgain()
            #expect(decoders.decoder.segments().last?.frames.upperBound == 60)
            var file = stat()
            #expect(stat(path, &file) == 0)
            // 5126 scores of two bytes and their number, 60 times.
            #expect((60 * 10_254..<61 * 10_254).contains(Int(file.st_size)))
            decoders.decoder.giveBackMemory()
            #expect(stat(path, &file) == 0)
            #expect(file.st_size == 0 && file.st_blocks == 0)
        }
    }

    @Test("No name of a log stays behind, and a decoder that keeps nothing says so")
    func traces() throws {
        let decoders = try Decoders(scores: .kept)
        try decoders.decoder.process(whole: try decoders.cepstra(), dimension: decoders.dimension)
        try decoders.decoder.processAgain()
        let folder = try #require(decoders.decoder.scoreLog?.folder)
        #expect(access(folder, F_OK) != 0)

        let alone = try Decoders(scores: .own)
        #expect(throws: DecoderError.decodingFailed("the decoder keeps no scores")) {
            try alone.decoder.processAgain()
        }
    }
}

extension KeptScoresTests {
    /// A decoder that searches words or phones, and the front end before it.
    private struct Decoders {
        let decoder: PocketSphinxDecoder
        let frontEnd: CepstralFrontEnd
        var dimension: Int { frontEnd.dimension }

        init(scores: PocketSphinxDecoder.Scores) throws {
            decoder = try PocketSphinxDecoder(
                acousticModel: Fixture.acousticModel, pronunciations: .text(Fixture.dictionary),
                search: .phoneLoop, options: DecoderOptions(), scores: scores)
            try decoder.add(.grammar(Fixture.movement.network), named: "words")
            try decoder.add(.phoneLoop, named: "phones")
            frontEnd = try CepstralFrontEnd(of: decoder)
            decoder.expectNormalizedCepstra()
        }

        /// Of "go forward ten meters", its mean subtracted.
        func cepstra() throws -> [Float] {
            frontEnd.start()
            let values = try frontEnd.process(Fixture.goForward)
            let mean = RunningMean(of: values, dimension: dimension).values
            return values.indices.map { values[$0] - mean[$0 % dimension] }
        }

        func search(_ name: String, _ cepstra: [Float]) throws -> [PocketSphinxDecoder.Segment] {
            try decoder.select(name)
            try decoder.start()
            try decoder.process(cepstra: cepstra, dimension: dimension, isWhole: true)
            try decoder.finish()
            return decoder.segments()
        }
    }
}

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

    @Test("What the network of phones says is added to each frame, and then searched with it")
    func phonesAreAdded() throws {
        let weights = try #require(try Fixture.pack.phoneWeights())
        let decoders = try Decoders(scores: .kept)
        let cepstra = try decoders.cepstra()
        try decoders.decoder.select("phones")
        try decoders.decoder.process(whole: cepstra, dimension: decoders.dimension)
        let before = try decoders.frames(senones: 5126)
        // It hears less than is searched, and begins before.
        let heard = HeardPhones(in: Array(Fixture.goForward.prefix(160 * 200)), weights)
        try decoders.decoder.add(heard, from: 20)
        let after = try decoders.frames(senones: 5126)
        let last = cepstra.count / decoders.dimension - 1
        #expect(before.count == last + 1 && after.count == last + 1 && heard.costs.count < last)
        for frame in [0, 100, 150, 179, last] {
            var scores = before[frame]
            let costs = heard.costs[min(frame + 20, heard.costs.count - 1)]
            scores.withUnsafeMutableBufferPointer { weights.add(costs, to: $0) }
            #expect(scores == after[frame] && scores != before[frame], "frame \(frame)")
        }
    }

    @Test("Words are found by the sum of both as by one of them, and again as often as is wanted")
    func wordsByBoth() throws {
        let weights = try #require(try Fixture.pack.phoneWeights())
        let decoders = try Decoders(scores: .kept)
        try decoders.decoder.select("phones")
        try decoders.decoder.process(whole: try decoders.cepstra(), dimension: decoders.dimension)
        try decoders.decoder.add(HeardPhones(in: Fixture.goForward, weights), from: 0)
        try decoders.decoder.select("words")
        for _ in 0..<2 {
            try decoders.decoder.processAgain()
            let words = decoders.decoder.segments().filter { !$0.isFiller }.map(\.word)
            #expect(words == ["go", "forward", "ten", "meters"])
        }
    }

    @Test("Scores that are not kept, or were dropped, have nothing added to them, and say so")
    func nothingToAddTo() throws {
        let heard = HeardPhones(in: Fixture.goForward, try #require(try Fixture.pack.phoneWeights()))
        let alone = try Decoders(scores: .own)
        #expect(throws: DecoderError.decodingFailed("the decoder keeps no scores")) {
            try alone.decoder.add(heard, from: 0)
        }
        let dropped = try Decoders(scores: .kept)
        try dropped.decoder.process(whole: try dropped.cepstra(), dimension: dropped.dimension)
        dropped.decoder.giveBackMemory()
        #expect(throws: DecoderError.decodingFailed("no scores were kept")) {
            try dropped.decoder.add(heard, from: 0)
        }
        try dropped.decoder.process(whole: try dropped.cepstra(), dimension: dropped.dimension)
        let kept = try #require(dropped.decoder.keptScores)
        #expect(
            throws: DecoderError.decodingFailed("the network of phones was made for another acoustic model")
        ) {
            try kept.change(senones: 100) { _, _ in }
        }
    }

    @Test("An utterance that cannot be started keeps no later one from it, nor another search")
    func refusedStart() throws {
        let decoders = try Decoders(scores: .own)
        let cepstra = try decoders.cepstra()
        try decoders.decoder.start()
        #expect(throws: DecoderError.self) { try decoders.decoder.start() }
        #expect(try decoders.search("words", cepstra).isEmpty == false)
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

        /// The scores that are kept, frame by frame.
        func frames(senones: Int) throws -> [[Int16]] {
            var frames: [[Int16]] = []
            try decoder.keptScores?.change(senones: senones) { frames.append(Array($1)) }
            return frames
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

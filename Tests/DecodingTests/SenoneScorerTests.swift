import Foundation
import Glibc
import ListeningSupport
import Models
import Platform
import TestSupport
import Testing

@testable import Decoding

/// Scores by which all searches of sound go, on real recordings: ours are PocketSphinx's, number for number.
@Suite struct SenoneScorerTests {
    private let folder = TemporaryFolder()

    @Test("PocketSphinx asks for the scores of every frame here")
    func asks() throws {
        let decoder = try Self.decoder(.grammar(Fixture.movement.network))
        try Self.search(Fixture.goForward, decoder)
        #expect(decoder.ownFrameCount == decoder.scoredFrameCount)
        #expect(decoder.frameCount > 200)
        #expect(try PocketSphinxDecoder.asksForScores(by: Fixture.acousticModel))
    }

    @Test(
        "All senones of all frames have PocketSphinx's own scores, however many Gaussians are mixed",
        arguments: [1, 4, 8, 16, 20])
    func all(gaussians: Int) throws {
        var options = DecoderOptions()
        options.gaussians = gaussians
        let ours = try Self.decoder(.silence, options, scores: .kept)
        let theirs = try Self.decoder(.silence, options, scores: .kept, scoring: .pocketSphinx)
        // The second time, what was heard before is there.
        for name in ["goforward.raw", "numbers.raw"] {
            for decoder in [ours, theirs] { try Self.search(Fixture.samples(name), decoder) }
            let expected = try Self.keptScores(theirs)
            #expect(expected.count > 200 * 5126)
            #expect(try Self.keptScores(ours) == expected)
        }
        #expect(theirs.ownFrameCount == 0)
    }

    @Test("Where Gaussians are looked for in every second frame only, the scores are PocketSphinx's, too")
    func everySecondFrame() throws {
        var options = DecoderOptions()
        options.extra["ds"] = "2"
        let ours = try Self.decoder(.silence, options, scores: .kept)
        let theirs = try Self.decoder(.silence, options, scores: .kept, scoring: .pocketSphinx)
        for decoder in [ours, theirs] { try Self.search(Fixture.goForward, decoder) }
        #expect(try Self.keptScores(ours) == Self.keptScores(theirs))
    }

    @Test("Frames that come together go through the Gaussians together")
    func together() throws {
        let decoder = try Self.decoder(.grammar(Fixture.movement.network))
        try Self.search(Fixture.goForward, decoder)
        let scorer = try #require(decoder.scorer)
        #expect(scorer.frameCount > 200)
        #expect(scorer.passCount * 4 < scorer.frameCount)
    }

    @Test("What was heard before is in a frame's scores until it is forgotten")
    func forgets() throws {
        let arithmetic = SenoneModel.Arithmetic(base: Double(Float(1.0001)), varianceFloor: 1e-4)
        let model = try #require(try SenoneModel.shared(of: Fixture.acousticModel, arithmetic))
        // In frame 1 none are looked for, and those of the frame before are taken.
        let options = SenoneScorer.Options(candidates: 4, interval: 2, memory: 2)
        func scores(_ scorer: SenoneScorer, frame: Int) -> [Int16] {
            let streams = (0..<3).map { [Float](repeating: Float($0 + 3 * frame), count: 13) }
            var scores = [Int16](repeating: 0, count: 5126)
            streams[0].withUnsafeBufferPointer { first in
                streams[1].withUnsafeBufferPointer { second in
                    streams[2].withUnsafeBufferPointer { third in
                        scorer.score(
                            [first.baseAddress, second.baseAddress, third.baseAddress], frame: frame,
                            wanted: nil, into: &scores)
                    }
                }
            }
            return scores
        }
        let fresh = scores(try #require(SenoneScorer(model, options)), frame: 1)
        let after = try #require(SenoneScorer(model, options))
        _ = scores(after, frame: 0)
        #expect(scores(after, frame: 1) != fresh)
        after.forget()
        #expect(scores(after, frame: 1) == fresh)
    }

    @Test("An utterance's first frames know nothing of the one before", arguments: [true, false])
    func begins(isOurs: Bool) throws {
        let scoring: PocketSphinxDecoder.Scoring = isOurs ? .ours : .pocketSphinx
        let fresh = try Self.decoder(.silence, scores: .kept, scoring: scoring)
        let used = try Self.decoder(.silence, scores: .kept, scoring: scoring)
        let mean = used.cepstralMean
        try Self.search(Fixture.samples("numbers.raw"), used)
        used.forgetSound()
        try used.setCepstralMean(mean)
        for decoder in [fresh, used] {
            try decoder.start()
            // PocketSphinx has no frame of the first ones.
            for start in stride(from: 0, to: 16_000, by: 800) {
                try decoder.process(Array(Fixture.goForward[start..<start + 800]))
            }
            try decoder.finish()
        }
        #expect(try Self.keptScores(used) == Self.keptScores(fresh))
    }

    @Test("Searches that ask for some senones, and for a frame twice, find what PocketSphinx finds by itself")
    func some() throws {
        let profile = DecoderOptions.dictation(.balanced)
        let language = LanguageModelMix(general: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin")
        let dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
        let decoders = try [PocketSphinxDecoder.Scoring.ours, .pocketSphinx].map {
            try PocketSphinxDecoder(
                acousticModel: Fixture.acousticModel, pronunciations: .file(dictionary),
                search: .languageModel(language), options: profile, scoring: $0)
        }
        for decoder in decoders { try Self.search(Fixture.goForward, decoder) }
        #expect(decoders[0].ownFrameCount > 200)
        #expect(decoders[0].segments().map(\.word).contains("forward"))
        #expect(decoders[0].segments() == decoders[1].segments())
        #expect(decoders[0].pathScore == decoders[1].pathScore)
    }

    @Test("A model of another form is scored by PocketSphinx itself, and hears as well")
    func otherForm() throws {
        try linkModel(without: "sendump")
        var dump = try Data(contentsOf: URL(fileURLWithPath: "\(Fixture.acousticModel)/sendump"))
        // A weight that a byte does not hold together with a score.
        dump[dump.count - 1] = 200
        try dump.write(to: URL(fileURLWithPath: folder.path("sendump")))
        let decoder = try PocketSphinxDecoder(
            acousticModel: folder.path, pronunciations: .text(Fixture.dictionary),
            search: .grammar(Fixture.movement.network), options: DecoderOptions())
        try Self.search(Fixture.goForward, decoder)
        #expect(decoder.ownFrameCount == 0)
        #expect(decoder.segments().filter { !$0.isFiller }.map(\.word) == ["go", "forward", "ten", "meters"])
    }

    @Test("Decoders of one model share its Gaussians, which go with the last of them")
    func shared() throws {
        let arithmetic = SenoneModel.Arithmetic(base: Double(Float(1.0001)), varianceFloor: 1e-4)
        weak var gone: SenoneModel?
        do {
            let one = try SenoneModel.shared(of: Fixture.acousticModel, arithmetic)
            let other = try SenoneModel.shared(of: Fixture.acousticModel, arithmetic)
            #expect(one != nil)
            #expect(one === other)
            let floored = SenoneModel.Arithmetic(base: arithmetic.base, varianceFloor: 0.5)
            gone = try SenoneModel.shared(of: Fixture.acousticModel, floored)
            #expect(one !== gone)
        }
        #expect(gone == nil)
    }

    @Test("A model that was put in another's place, while that is in use, has Gaussians of its own")
    func replaced() throws {
        try linkModel(without: "means")
        let files = FileManager.default
        let means = folder.path("means")
        try files.copyItem(atPath: "\(Fixture.acousticModel)/means", toPath: means)
        let arithmetic = SenoneModel.Arithmetic(base: Double(Float(1.0001)), varianceFloor: 1e-4)
        let before = try #require(try SenoneModel.shared(of: folder.path, arithmetic))
        #expect(try SenoneModel.shared(of: folder.path, arithmetic) === before)
        try files.removeItem(atPath: means)
        try files.copyItem(atPath: "\(Fixture.acousticModel)/means", toPath: means)
        #expect(try SenoneModel.shared(of: folder.path, arithmetic) !== before)
    }

    /// The acoustic model in this test's folder, but for one file.
    private func linkModel(without left: String) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: Fixture.acousticModel) where name != left {
            try files.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: "\(Fixture.acousticModel)/\(name)")
        }
    }

    private static func decoder(
        _ search: PocketSphinxDecoder.Search, _ options: DecoderOptions = DecoderOptions(),
        scores: PocketSphinxDecoder.Scores = .own, scoring: PocketSphinxDecoder.Scoring = .ours
    ) throws -> PocketSphinxDecoder {
        try PocketSphinxDecoder(
            acousticModel: Fixture.acousticModel, pronunciations: .text(Fixture.dictionary), search: search,
            options: options, scores: scores, scoring: scoring)
    }

    private static func search(_ sound: [Int16], _ decoder: PocketSphinxDecoder) throws {
        try decoder.start()
        try decoder.process(sound)
        try decoder.finish()
    }

    private static func keptScores(_ decoder: PocketSphinxDecoder) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: #require(decoder.keptScores).path))
    }
}

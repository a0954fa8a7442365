import Decoding
import Foundation
import Grammar
import Models
import TestSupport
import Testing

@testable import Appliance

@Suite struct CepstralMeanCacheTests {
    private let temporary = TemporaryFolder()
    /// Which the store has to make.
    private var folder: String { temporary.path("state") }
    private let pack = ModelPack.matching(LocaleTag("en-US")!, among: ModelPack.installed())!

    private func decoder() throws -> UtteranceDecoder {
        let grammar = try Grammar(commands: ["go": "go forward"])
        let lexicon = try Lexicon(words: grammar.vocabulary, pack: pack)
        return try UtteranceDecoder(
            grammar: grammar.network, dictionary: lexicon.text, acousticModel: pack.acousticModel)
    }

    /// A run with `microphone`, in which the decoder has learned `values`.
    private func run(_ microphone: String?, learns mean: CepstralMean?) throws -> CepstralMean {
        let decoder = try decoder()
        let memory = CepstralMeanCache(
            pack, decoder: decoder, spotter: nil, store: CepstralMeanStore(folder: folder))
        memory.switchMicrophone(to: microphone)
        decoder.settle()
        let known = decoder.cepstralMean
        if let mean {
            try decoder.setCepstralMean(mean)
            decoder.settle()
            memory.learned()
        }
        memory.save()
        return known
    }

    @Test("What one run learns of a microphone, the next one knows; of another microphone it knows nothing")
    func runs() throws {
        let learned = CepstralMean(values: (0..<13).map { Float($0) })
        let cold = try run("hw:CARD=A,DEV=0", learns: learned)
        #expect(cold != learned)
        #expect(try run("hw:CARD=A,DEV=0", learns: nil) == learned)
        #expect(try run("hw:CARD=B,DEV=0", learns: nil) == cold)
    }

    @Test(
        "Another microphone, of which nothing is known, does not go on with what was learned of the one before"
    )
    func exchanged() throws {
        let learned = CepstralMean(values: (0..<13).map { Float($0) })
        let decoder = try decoder()
        let memory = CepstralMeanCache(
            pack, decoder: decoder, spotter: nil, store: CepstralMeanStore(folder: folder))
        func known(of microphone: String) -> CepstralMean {
            memory.switchMicrophone(to: microphone)
            decoder.settle()
            return decoder.cepstralMean
        }
        let cold = known(of: "hw:CARD=A,DEV=0")
        try decoder.setCepstralMean(learned)
        decoder.settle()
        memory.learned()
        #expect(known(of: "hw:CARD=B,DEV=0") == cold)
        #expect(known(of: "hw:CARD=A,DEV=0") == learned)
    }

    @Test("Without a microphone nothing is learned, nor known")
    func recordings() throws {
        let learned = CepstralMean(values: (0..<13).map { Float($0) })
        _ = try run(nil, learns: learned)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}

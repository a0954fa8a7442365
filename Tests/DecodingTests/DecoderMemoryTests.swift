import Foundation
import ListeningSupport
import TestSupport
import Testing

@testable import Decoding

/// What a decoder holds between two utterances.
@Suite struct DecoderMemoryTests {
    private let folder = TemporaryFolder()

    /// The acoustic model with mixture weights that nobody else has mapped.
    private func model() throws -> String {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: Fixture.acousticModel) where name != "sendump" {
            try files.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: "\(Fixture.acousticModel)/\(name)")
        }
        try files.copyItem(atPath: "\(Fixture.acousticModel)/sendump", toPath: folder.path("sendump"))
        return folder.path
    }

    private func residentWeights() throws -> Int {
        try ResidentMemory.ofMapping { $0.hasSuffix(" \(folder.path("sendump"))\n") }
    }

    @Test("Mixture weights leave the process after an utterance, and the next one finds them as they were")
    func weights() throws {
        let decoder = try PocketSphinxDecoder(
            acousticModel: try model(), pronunciations: .text(Fixture.dictionary),
            search: .grammar(Fixture.movement.network), options: DecoderOptions())
        let mean = decoder.cepstralMean
        func words() throws -> [PocketSphinxDecoder.Segment] {
            try decoder.setCepstralMean(mean)
            decoder.forgetSound()
            try decoder.setCepstralMean(mean)
            try decoder.start()
            try decoder.process(Fixture.goForward)
            try decoder.finish()
            return decoder.segments()
        }
        let heard = try words()
        #expect(heard.filter { !$0.isFiller }.map(\.word) == ["go", "forward", "ten", "meters"])
        #expect(try residentWeights() > 1000)
        decoder.giveBackMemory()
        #expect(try residentWeights() == 0)
        #expect(try words() == heard)
    }
}

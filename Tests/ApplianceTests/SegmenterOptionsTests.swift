import Configuration
import ListeningSupport
import Testing
import Utterance

@testable import Appliance

/// What a configuration makes of the ear.
@Suite struct SegmenterOptionsTests {
    @Test(
        "Steady noise is left unheard where only a press begins, and heard where speech does",
        arguments: [("button", true), ("always", false)])
    func restsInNoise(listen: String, rests: Bool) throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: \(listen)
                    buttons: { talk: { line: GPIO27 } }
                    commands: { lamp: { say: "lamp on please" } }
                    """, name: "box.yaml"))
        let segmenter = UtteranceSegmenter(
            configuration, decoders: Decoders(utterance: ScriptedSearch([])), isLockstep: true)
        let room = Signal.noise(.seconds(10), amplitude: 500)
        for first in stride(from: 0, to: room.count, by: 160) {
            _ = room[first..<first + 160].withUnsafeBufferPointer {
                segmenter.process($0, first: UInt64(first))
            }
        }
        #expect(segmenter.isResting == rests)
    }
}

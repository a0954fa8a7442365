import ListeningSupport
import Testing

@testable import Utterance

@Suite("The end of a stream")
struct StreamEndTests {
    @Test("What the noise reduction holds back is searched, and no more", arguments: [true, false])
    func heldBack(reducesNoise: Bool) throws {
        let search = ScriptedSearch([.words("lamp on")])
        var options = UtteranceSegmenter.Options()
        options.isLockstep = true
        options.frontEnd.reducesNoise = reducesNoise
        options.noise = try NoiseWeights(contentsOf: NoiseReductionTests.path)
        let segmenter = UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(search, timing: Endpointer.Timing()), options: options)
        let room = SyntheticAudio(speechAt: [0.5..<1.5], length: 1.5)
        var end = UInt64(0)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            _ = segmenter.process(samples, first: first)
            end = first + UInt64(samples.count)
            if first == 8000 { segmenter.begin(.button) }
        }
        _ = segmenter.finish()
        segmenter.end()
        #expect(search.searchedUntil == end)
    }
}

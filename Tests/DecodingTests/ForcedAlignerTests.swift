import Grammar
import ListeningSupport
import Platform
import Testing

@testable import Decoding

@Suite struct ForcedAlignerTests {
    private func aligner() throws -> ForcedAligner {
        try ForcedAligner(
            words: Fixture.movement.vocabulary, dictionary: Fixture.dictionary,
            acousticModel: Fixture.acousticModel)
    }

    @Test("Each word is found where it was said, and so is the next sentence")
    func times() throws {
        let aligner = try aligner()
        for _ in 0..<2 {
            let words = try #require(
                try aligner.align(["go", "forward", "ten", "meters"], to: Fixture.goForward))
            #expect(words.map(\.text) == ["go", "forward", "ten", "meters"])
            #expect((.milliseconds(430)...(.milliseconds(560))).contains(words[0].start))
            #expect((.milliseconds(2050)...(.milliseconds(2260))).contains(words[3].end))
            #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start })
        }
    }

    @Test("Silence before the sentence moves its words by as much")
    func shift() throws {
        let aligner = try aligner()
        let sentence = ["go", "forward", "ten", "meters"]
        let plain = try #require(try aligner.align(sentence, to: Fixture.goForward))
        let quiet = Signal.noise(.seconds(1), amplitude: 3)
        let later = try #require(try aligner.align(sentence, to: quiet + Fixture.goForward))
        for (early, late) in zip(plain, later) {
            #expect(abs(late.end.seconds - early.end.seconds - 1) < 0.05)
        }
    }

    @Test("There is nothing to find for no words, for unknown ones, and in no sound")
    func nothing() throws {
        let aligner = try aligner()
        #expect(try aligner.align([], to: Fixture.goForward) == nil)
        #expect(try aligner.align(["go", "sideways"], to: Fixture.goForward) == nil)
        #expect(try aligner.align(["go"], to: []) == nil)
        #expect(try aligner.align(["go", "forward"], to: Signal.silence(.milliseconds(50))) == nil)
    }
}

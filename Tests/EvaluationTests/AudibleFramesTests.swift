import Testing

@testable import Evaluation

@Suite struct AudibleFramesTests {
    /// Frames of 10 ms at these levels, around a microphone's offset.
    private func sound(_ amplitudes: [Int16]) -> [Int16] {
        amplitudes.flatMap { amplitude in
            (0..<160).map { $0.isMultiple(of: 2) ? 500 + amplitude : 500 - amplitude }
        }
    }

    @Test("The quiet behind a word is not to be heard, and its last sound is, however weak beside the others")
    func end() {
        let frames = AudibleFrames(in: sound([4, 4, 8000, 6000, 200, 4, 20, 6, 4, 4]))
        #expect(frames.end(before: 1600) == 7 * 160)
        #expect(frames.end(before: 6 * 160) == 5 * 160)
        #expect(frames.end(before: 4 * 160 + 10) == 4 * 160 + 10, "an end within a frame is no later")
        #expect(frames.end(before: 320) == nil)
    }

    @Test("Behind silence, what is a thousandth of the loudest is to be heard, and less is not")
    func silence() {
        let frames = AudibleFrames(in: sound([0, 0, 8000, 9, 7, 0, 0, 0, 0, 0]))
        #expect(frames.end(before: 1600) == 4 * 160)
        #expect(AudibleFrames(in: []).end(before: 0) == nil)
    }
}

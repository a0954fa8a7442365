import RingSoak
import Testing

@Suite("Two threads")
struct SoakTests {
    @Test("Every frame is read in order or is in a gap at its place")
    func nothingLost() throws {
        let frames: UInt64 = 1_000_000
        let outcome = try Soak(frames: frames).run()
        #expect(outcome.wrong == 0)
        #expect(outcome.read + outcome.missing >= frames)
        #expect(outcome.read > 0)
    }

    @Test("Every frame is read in order when the writer waits for room")
    func noneDropped() throws {
        let frames: UInt64 = 1_000_000
        let outcome = try Soak(frames: frames, waitsForRoom: true).run()
        #expect(outcome.wrong == 0 && outcome.missing == 0)
        #expect(outcome.read >= frames)
    }
}

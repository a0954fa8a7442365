import Testing

@testable import Appliance

@Suite struct FramePaceTests {
    /// What is told, and at which second, of a card that gives so much sound in a second of the machine's clock.
    private func told(_ share: (Int) -> Double, restartAt restart: Int? = nil) -> [Int: Double] {
        var pace = FramePace()
        var frames = Duration.zero
        var told: [Int: Double] = [:]
        for second in 0..<300 {
            if second == restart { pace.restart() }
            told[second] = pace.reached(frames, at: .seconds(second))
            frames += .seconds(share(second))
        }
        return told
    }

    @Test("A card that loses half of the sound is told of once, after a minute", arguments: [0.5, 1.5])
    func wrong(share: Double) {
        #expect(told { _ in share } == [60: share])
    }

    @Test("A card that keeps its rate is not told of, nor sound that comes two seconds late")
    func right() {
        #expect(told { _ in 1 }.isEmpty)
        #expect(told { second in second == 59 ? -1 : second == 62 ? 3 : 1 }.isEmpty)
    }

    @Test("One that goes wrong again is told of again; what was before sound was missing counts for nothing")
    func again() {
        #expect(told { second in (60..<120).contains(second) ? 1 : 0.5 } == [60: 0.5, 180: 0.5])
        #expect(told({ _ in 0.5 }, restartAt: 59) == [119: 0.5])
    }
}

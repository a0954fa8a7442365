import Testing
import Utterance

@testable import Appliance

@Suite("The pauses of a configuration")
struct EndpointerTimingTests {
    private func nearlyComplete(afterCommand: Duration, pause: Duration) -> Duration {
        var limits = UtteranceLimits()
        limits.pauseAfterCommand = afterCommand
        limits.pause = pause
        return Endpointer.Timing(limits).nearlyCompletePause
    }

    @Test(
        "After a command that little can follow, the pause lies between those after one that nothing, and one that much can follow"
    )
    func order() {
        #expect(Endpointer.Timing(UtteranceLimits()).nearlyCompletePause == .milliseconds(200))
        let longAfterCommand = nearlyComplete(afterCommand: .milliseconds(400), pause: .milliseconds(540))
        #expect(longAfterCommand == .milliseconds(400))
        let longer = nearlyComplete(afterCommand: .milliseconds(900), pause: .milliseconds(540))
        #expect(longer == .milliseconds(540))
        let short = nearlyComplete(afterCommand: .milliseconds(100), pause: .milliseconds(540))
        #expect(short == .milliseconds(200))
    }
}

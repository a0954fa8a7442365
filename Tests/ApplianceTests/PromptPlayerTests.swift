import Playback
import Testing

@testable import Appliance

@Suite struct PromptPlayerTests {
    /// Plays until it is told that it has ended.
    private final class ManualLoudspeaker: Loudspeaker {
        var isPlaying = false
        private(set) var played = 0

        func play(_ prompt: Prompt, at now: Duration) {
            played += 1
            isPlaying = true
        }

        func silence(at now: Duration) {}
        func isPlaying(at now: Duration) -> Bool { isPlaying }
        var end: Duration? { nil }
        func takeFailure() -> PlaybackError? { nil }
    }

    private let loudspeaker = ManualLoudspeaker()
    private var player: PromptPlayer { PromptPlayer(loudspeaker) }

    @Test("A long question is heard to its end")
    func longQuestion() {
        let player = player
        player.play(.question(String(repeating: "with sugar ", count: 20)), at: .zero)
        #expect(!player.becameQuiet(at: .seconds(40), isCaughtUp: true))
        #expect(player.takeFailure() == nil)
        loudspeaker.isPlaying = false
        _ = player.becameQuiet(at: .seconds(41), isCaughtUp: true)
        #expect(player.becameQuiet(at: .seconds(42), isCaughtUp: true))
    }

    @Test("What was silenced before it had begun has died away, too: somebody waits for that")
    func neverBegun() {
        let player = player
        player.silence(at: .zero)
        #expect(!player.becameQuiet(at: .zero, isCaughtUp: true))
        #expect(player.becameQuiet(at: .seconds(1), isCaughtUp: true))
        #expect(!player.becameQuiet(at: .seconds(2), isCaughtUp: true), "once")
    }

    @Test(
        "A loudspeaker that hangs is told of once, is left alone, and plays again once it has come to its end"
    )
    func hangs() {
        let player = player
        player.play(.accepted, at: .zero)
        _ = player.becameQuiet(at: .seconds(20), isCaughtUp: true)
        #expect(player.takeFailure()?.contains("does not come to an end") == true)
        player.play(.accepted, at: .seconds(30))
        #expect(loudspeaker.played == 1)
        _ = player.becameQuiet(at: .seconds(30), isCaughtUp: true)
        #expect(player.becameQuiet(at: .seconds(31), isCaughtUp: true), "nobody waits for it")
        #expect(player.takeFailure() == nil)
        loudspeaker.isPlaying = false
        player.play(.accepted, at: .seconds(40))
        #expect(loudspeaker.played == 2)
    }
}

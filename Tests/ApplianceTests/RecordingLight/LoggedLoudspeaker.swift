import Playback

@testable import Appliance

/// In the loudspeaker's place: takes its time on the clock, and writes down when it sounded.
final class LoggedLoudspeaker: Loudspeaker {
    /// When something sounded, until it had died away.
    private(set) var times: [(from: Duration, to: Duration)] = []
    private(set) var end: Duration?

    func play(_ prompt: Prompt, at now: Duration) {
        let end = now + (prompt.tone?.duration ?? .milliseconds(700))
        self.end = end
        times.append((now, end + PromptPlayer.echo))
    }

    func silence(at now: Duration) {
        if let end, now < end { times[times.count - 1].to = now + PromptPlayer.echo }
        end = nil
    }

    func isPlaying(at now: Duration) -> Bool { end.map { now < $0 } ?? false }
    func takeFailure() -> PlaybackError? { nil }
}

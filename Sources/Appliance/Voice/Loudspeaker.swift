import Configuration
import Playback

/// What makes the appliance's sounds. Owned by the appliance's thread.
protocol Loudspeaker: AnyObject {
    func play(_ prompt: Prompt, at now: Duration)
    /// Ends what is being played.
    func silence(at now: Duration)
    /// Whether anything still sounds; false once the last sample has been heard.
    func isPlaying(at now: Duration) -> Bool
    /// When `isPlaying` falls, where that is known beforehand.
    var end: Duration? { get }
    /// Why something could not be heard; each reason once.
    func takeFailure() -> PlaybackError?
}

/// A sound card's.
final class CardLoudspeaker: Loudspeaker {
    private let speaker: Speaker

    init(_ options: VoiceOptions) {
        speaker = Speaker(device: options.device, volume: options.volume.fraction)
    }

    func play(_ prompt: Prompt, at now: Duration) {
        if case .question(let text?) = prompt { speaker.say(text) }
        if let tone = prompt.tone { speaker.play(tone) }
    }

    func silence(at now: Duration) { speaker.silence() }
    func isPlaying(at now: Duration) -> Bool { speaker.isPlaying }
    var end: Duration? { nil }
    func takeFailure() -> PlaybackError? { speaker.takeFailure() }
}

/// One that takes the time and makes no sound, where the microphone is a recording: so every run is the same.
final class SilentLoudspeaker: Loudspeaker {
    private(set) var end: Duration?
    private var failure: PlaybackError?

    func play(_ prompt: Prompt, at now: Duration) {
        let start = max(now, end ?? now)
        do {
            if case .question(let text?) = prompt { end = start + (try VoiceClip.speech(text).duration) }
            if let tone = prompt.tone { end = start + tone.duration }
        } catch {
            failure = error
        }
    }

    func silence(at now: Duration) { end = nil }

    func isPlaying(at now: Duration) -> Bool { end.map { now < $0 } ?? false }

    func takeFailure() -> PlaybackError? {
        defer { failure = nil }
        return failure
    }
}

import Platform
import Synchronization

/// Plays sounds on an ALSA playback device, one after the other, on a thread of its own that lives while it sounds.
///
/// Any thread may call it; no call waits. `isPlaying` falls only when the last sample has left the device, so that a
/// question can be followed by an answer without the microphone hearing the question.
///
/// ```swift
/// let speaker = Speaker(device: "default")
/// speaker.play(.tone(880, for: .milliseconds(120)))
/// speaker.say("pump on for ten minutes?")
/// while speaker.isPlaying { usleep(10_000) }
/// ```
package final class Speaker: Sendable {
    /// The ALSA PCM that it plays on.
    package let device: String
    /// What samples are multiplied with, 0 to 1.
    package let volume: Double

    private enum Sound {
        case clip(VoiceClip)
        case text(String)
    }

    private struct State {
        var sounds: [Sound] = []
        /// What sounds is to end at once.
        var isSilenced = false
        var failure: PlaybackError?
        /// The failure that was reported last.
        var reportedFailure: PlaybackError?
    }

    private let state = Mutex(State())
    private let thread = OnDemandThread(name: "earshot-voice")

    /// A speaker that has nothing to say. The device is not looked for before the first sound.
    ///
    /// - Parameters:
    ///   - device: An ALSA PCM name, as `aplay -L` lists them. It is opened for each sound, and closed after it.
    ///   - volume: 0 to 1, in software: it works with every device.
    package init(device: String = "default", volume: Double = 1) {
        precondition((0...1).contains(volume), "a volume lies between 0 and 1")
        self.device = device
        self.volume = volume
    }

    /// Whether something is sounding or waits to.
    package var isPlaying: Bool { thread.isRunning }

    /// Plays `clip` when what was asked for before has ended.
    package func play(_ clip: VoiceClip) {
        add(.clip(clip))
    }

    /// Says `text` when what was asked for before has ended; flite speaks American English.
    package func say(_ text: String) {
        add(.text(text))
    }

    /// Ends what sounds at once, within a fifth of a second, and drops what waits.
    package func silence() {
        state.withLock { state in
            state.sounds = []
            state.isSilenced = true
        }
    }

    /// Why something could not be heard; nil when all went well, or the reason is the one that was given before. Taken once.
    package func takeFailure() -> PlaybackError? {
        state.withLock { state in
            defer { state.failure = nil }
            guard let failure = state.failure, failure != state.reportedFailure else { return nil }
            state.reportedFailure = failure
            return failure
        }
    }

    // MARK: - The thread

    private func add(_ sound: Sound) {
        state.withLock { $0.sounds.append(sound) }
        do {
            try thread.run { [self] in playAll() }
        } catch {
            state.withLock {
                $0.sounds = []
                $0.failure = .noThread(reason: "\(error)")
            }
        }
    }

    private func playAll() {
        while let sound = nextSound() {
            do {
                try play(sound)
                state.withLock { $0.reportedFailure = nil }
            } catch {
                state.withLock { $0.failure = error }
            }
        }
    }

    private func nextSound() -> Sound? {
        state.withLock { state in
            state.isSilenced = false
            return state.sounds.isEmpty ? nil : state.sounds.removeFirst()
        }
    }

    private func play(_ sound: Sound) throws(PlaybackError) {
        let clip =
            switch sound {
            case .clip(let clip): clip
            case .text(let text): try VoiceClip.speech(text)
            }
        let playback = try Playback(device: device, sampleRate: clip.sampleRate)
        try playback.play(clip.scaled(by: volume)) { state.withLock { $0.isSilenced } }
    }
}

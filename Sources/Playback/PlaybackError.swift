/// Why something could not be said. The appliance works without a voice; the message says how to give it one.
///
/// ```swift
/// speaker.say("ready")
/// // later, on any thread:
/// if let failure = speaker.takeFailure() { print(failure) }
/// ```
package enum PlaybackError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The playback device cannot be opened or set up, or fails while it plays; `reason` is alsa-lib's word for why.
    case device(name: String, reason: String)
    /// flite made no sound of a text, which may have words that were heard: they are told nowhere.
    case synthesis
    /// The system gives no thread to play on.
    case noThread(reason: String)

    /// What is wrong and what to do, in one line.
    package var description: String {
        switch self {
        case .device(let name, let reason):
            "cannot play on '\(name)': \(reason); 'aplay -L' lists what there is, for 'voice: { device: … }'"
        case .synthesis:
            "flite cannot say the question; give the command a 'say_back:' with numbers and abbreviations as words"
        case .noThread(let reason):
            "no thread to play sound on: \(reason); look at the service's TasksMax and 'ulimit -u'"
        }
    }
}

/// Why something could not be said. The appliance goes on without a voice; the message says how to give it one.
public enum VoiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The playback device cannot be opened or set up.
    case device(name: String, reason: String)
    /// flite made no sound of the text.
    case synthesis(text: String)
    /// The system gives no thread to play on.
    case noThread(reason: String)

    public var description: String {
        switch self {
        case .device(let name, let reason):
            "cannot play on '\(name)': \(reason); 'aplay -L' lists what there is, for 'voice: { device: … }'"
        case .synthesis(let text):
            "flite cannot say '\(text)'; write numbers and abbreviations as words"
        case .noThread(let reason):
            "no thread to play sound on: \(reason); look at the service's TasksMax and 'ulimit -u'"
        }
    }
}

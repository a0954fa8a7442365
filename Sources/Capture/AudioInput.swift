/// Where sound comes from.
///
/// ```swift
/// let engine = AudioEngine(input: .file(path: "meeting.flac", pace: .asFastAsPossible))
/// ```
public enum AudioInput: Sendable, Hashable {
    /// A microphone: live, so it never waits; what the reader leaves too long is dropped, counted and reported.
    case device(DeviceOptions)
    /// A recording: WAV, FLAC, Ogg, Opus, MP3 and whatever else libsndfile reads, of 8 to 192 kHz and one to eight
    /// channels; a name that ends in `.raw` is taken as headerless samples, as `headerless` says. It waits for its readers
    /// and loses nothing.
    case file(path: String, pace: Pace, headerless: AudioFormat = .recognition)
    /// Samples on standard input, until its end: headerless ones of this format, or a recording with a header, which its
    /// first bytes tell. They wait for their readers and nothing is lost.
    ///
    /// A recording that comes through a pipe is held in memory whole before it is heard; one that is still growing has no
    /// end to wait for, so in real time it is refused.
    case standardInput(AudioFormat, pace: Pace)

    /// How fast sound that is not live comes in: said with the recording, or with standard input.
    public enum Pace: Sendable, Hashable {
        /// As it would from a microphone: a period every period.
        case realTime
        /// As fast as the readers take it.
        case asFastAsPossible
    }
}

/// Which of several channels is listened to: of a microphone (``DeviceOptions/channels``), or of a buffer that becomes
/// mono (``AudioBuffer/converted(to:channels:)``). Recordings and standard input are always mixed.
public enum ChannelChoice: Sendable, Hashable {
    /// The mean of all channels.
    case mix
    /// One channel, counted from 1; beyond the last, the last.
    case channel(Int)
}

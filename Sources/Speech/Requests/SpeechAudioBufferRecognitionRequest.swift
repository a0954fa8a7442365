import Capture

/// A request for audio that arrives in buffers: from an engine's tap, a socket, a codec.
///
///     let request = SpeechAudioBufferRecognitionRequest()
///     engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: format) { buffer, time in
///         request.append(buffer, at: time)
///     }
///     …
///     request.endAudio()
///
/// Audio may come before the task starts, and waits in memory until then. Any thread may append, and none waits for
/// recognition; buffers are recognized in the order in which they come. The task ends after ``endAudio()``, at its time
/// limit, or when it is finished or cancelled; until then it keeps its decoder. A task does not hold its request: releasing
/// the last reference, a tap's too, ends its audio.
public final class SpeechAudioBufferRecognitionRequest: SpeechRecognitionRequest, @unchecked Sendable {
    // Unchecked as its superclass is: its own state is behind a lock.

    let audio = AudioQueue()

    /// A request that waits for audio; it ends after a minute of it unless ``SpeechRecognitionRequest/timeLimit`` says
    /// otherwise.
    public init() {
        var settings = Settings()
        settings.timeLimit = 60
        super.init(settings)
    }

    deinit {
        audio.deliver(.end)
    }

    /// What needs no conversion with the usual models: 16 kHz mono, 16 bit.
    public var nativeAudioFormat: AudioFormat { .recognition }

    /// Adds the next audio, in any PCM format; it may change from buffer to buffer. Returns at once. Without effect
    /// after ``endAudio()``, and when the task is over.
    ///
    /// - Parameters:
    ///   - buffer: any number of frames; several channels are mixed. A rate or number of channels that is not
    ///     supported ends the task with `.audio`.
    ///   - time: when its first frame was heard, as a tap says. That of the first buffer sets the origin of all times in
    ///     the results; without it, times count from the first sample. Where a later one is 10 ms and more behind the end
    ///     of the buffer before, sound is missing: an utterance continues over up to half a second of it, as over silence,
    ///     and ends at more; the times of what follows stay true. A time that goes back has no effect; where it is of a capture clock
    ///     that was started anew, later ones count from there. One that is a thousand years off has none either.
    public func append(_ buffer: AudioBuffer, at time: AudioTime? = nil) {
        audio.deliver(.buffer(buffer, time))
    }

    /// Says that no audio follows: what was heard is recognized, and the final result comes, or the error `.noSpeech`.
    public func endAudio() {
        audio.deliver(.end)
    }
}

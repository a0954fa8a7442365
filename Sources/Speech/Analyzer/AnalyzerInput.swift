import Capture

/// Sound on its way to a ``SpeechAnalyzer``: an element of its input sequence.
///
/// ```swift
/// let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
/// engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
///     continuation.yield(AnalyzerInput(buffer: buffer, bufferStartTime: time))
/// }
/// continuation.onTermination = { _ in Task { engine.stop() } }
/// ```
///
/// An engine that is stopped when such a stream ends is stopped by another task, as here: ``AudioEngine/stop()`` waits for the tap,
/// which may wait for the thread that is in `onTermination`.
public struct AnalyzerInput: Sendable {
    /// The sound, in any PCM format.
    public let buffer: AudioBuffer
    /// When its first frame was heard; nil where it follows on the buffer before.
    public let bufferStartTime: AudioTime?

    /// - Parameters:
    ///   - buffer: any number of frames; several channels are mixed. It needs not be converted first.
    ///   - bufferStartTime: as a tap says. That of the first buffer sets the origin of all times in results, and a later one
    ///     shows that sound is missing, as in ``SpeechAudioBufferRecognitionRequest/append(_:at:)``. One that no stream can have,
    ///     without a rate or a thousand years off, says nothing.
    public init(buffer: AudioBuffer, bufferStartTime: AudioTime? = nil) {
        self.buffer = buffer
        self.bufferStartTime = bufferStartTime
    }
}

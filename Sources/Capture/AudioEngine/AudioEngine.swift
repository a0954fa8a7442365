import Synchronization

/// Sound for programs that are written for Apple's `AVAudioEngine`: an input node with taps.
///
/// ```swift
/// let engine = AudioEngine()
/// let format = engine.inputNode.outputFormat(forBus: 0)
/// engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: format) { buffer, time in
///     request.append(buffer)
/// }
/// engine.prepare()
/// try engine.start()
/// ```
///
/// There is no output and no graph: a board listens. What is different from `AVAudioEngine`: there may be several taps
/// at once, a tap's format may be any, and `start` throws a reason that names the remedy. Any thread may call it.
public final class AudioEngine: Sendable {
    /// Where the sound comes in.
    public let inputNode: AudioInputNode

    /// Takes sound from `input`, by default the first microphone; a recording serves as well.
    public init(input: AudioInput = .device(DeviceOptions())) {
        inputNode = AudioInputNode(input: input)
    }

    deinit { stop() }

    /// Opens the device now, so that `start` takes no time. A failure shows at `start`.
    public func prepare() { inputNode.prepare() }

    /// Starts the flow of sound to all taps. Without effect when it flows already.
    ///
    /// - Throws: Why there is no sound: no device, no permission, in use by whom, a rate it does not have. A device that
    ///   is lost later is taken up again by itself.
    public func start() throws(CaptureError) { try inputNode.start() }

    /// Stops it and closes the device. Taps stay installed for the next `start`. Returns when no tap is called any more,
    /// unless a tap calls it.
    public func stop() { inputNode.stop() }

    /// Whether sound flows.
    public var isRunning: Bool { inputNode.isRunning }

    /// What happens to the device from now on, until `stop`; nothing while the engine is stopped.
    public var events: AsyncStream<CaptureEvent> { inputNode.events }
}

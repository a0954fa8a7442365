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
/// at once, a tap's format may be any, and `start` throws a reason that names the remedy. Any thread may call it. Releasing it
/// stops it, and waits as ``stop()`` does.
public final class AudioEngine: Sendable {
    /// Where the sound comes in; the same one for the life of the engine.
    public let inputNode: AudioInputNode

    /// Takes sound from `input`, by default the first microphone; a recording serves as well. Nothing is opened yet.
    ///
    /// - Parameter input: of a device, `isAwaited` is not looked at: a start that fails says why instead of waiting.
    public init(input: AudioInput = .device(DeviceOptions())) {
        inputNode = AudioInputNode(input: input)
    }

    deinit { stop() }

    /// Opens the device now, so that ``start()`` takes no time. A failure shows at ``start()``, as does a device that goes away until
    /// then. Meanwhile, and until ``stop()``, no other program can open a device that is not shared.
    public func prepare() { inputNode.prepare() }

    /// Starts the flow of sound to all taps. Without effect when it flows already. Each start begins a new capture
    /// clock, at frame 0.
    ///
    /// ```swift
    /// do {
    ///     try engine.start()
    /// } catch {
    ///     print(error)        // microphone 'USB' is in use by …; stop it, or …
    /// }
    /// ```
    ///
    /// - Throws: Why there is no sound: no device, no permission, in use by whom, a rate it does not have. Then
    ///   nothing runs, and it may be tried again. A device that is lost later is reopened automatically.
    public func start() throws(CaptureError) { try inputNode.start() }

    /// Stops it and closes the device; sound that no tap was called with is dropped. Taps stay installed for the next `start`.
    /// Returns when no tap is called any more, unless a tap calls it; at once where another thread is stopping it already. So a tap
    /// must not wait for the thread that stops: what is for the main thread it hands on by `DispatchQueue.main.async` or a `Task`,
    /// not by `sync`.
    ///
    /// A stream that a tap sends to may tell of its end, in `onTermination`, while it or the Swift task that reads it is locked, and
    /// the tap would wait for that lock. There, and in a `withTaskCancellationHandler`'s `onCancel`, it is stopped by another task:
    ///
    /// ```swift
    /// continuation.onTermination = { _ in Task { engine.stop() } }
    /// ```
    public func stop() { inputNode.stop() }

    /// Whether it was started and not stopped since; still true while a lost device is awaited, and after a
    /// recording's end.
    public var isRunning: Bool { inputNode.isRunning }

    /// What happens to the device from now on, until ``stop()``, or the end of a recording, which ends the stream once the taps
    /// have been called with all its sound: a request may then be ended, and nothing is lost. While the engine is stopped, one
    /// that has ended already. Ask for it after ``start()``; one of ``prepare()`` ends where that finds the device gone and opens it
    /// anew. `silent`, `clipping` and `audible` never come here: only an appliance looks into the sound for them.
    ///
    /// The stream does not hold the engine, as a Swift task does that asks for it by itself:
    ///
    /// ```swift
    /// let events = engine.events
    /// Task {
    ///     for await event in events {
    ///         if case .lost(let error) = event { print(error) }
    ///     }
    /// }
    /// ```
    public var events: AsyncStream<CaptureEvent> { inputNode.events }
}

import Platform
import Synchronization

/// The input of an ``AudioEngine``, with its taps. Any thread may call it.
///
/// ```swift
/// let engine = AudioEngine()
/// let node = engine.inputNode
/// print(node.outputFormat(forBus: 0))     // 16000 Hz, mono, 16 bit
/// node.installTap(onBus: 0, bufferSize: 1600, format: .recognition) { buffer, time in
///     print(time.seconds, buffer.frameLength)
/// }
/// try engine.start()
/// ```
public final class AudioInputNode: Sendable {
    /// What a tap is called with: sound, and the time of its first frame on the capture clock, counted in frames of the
    /// tap's own rate since ``AudioEngine/start()``. It may take its time, and may remove taps or stop the engine; it must not wait
    /// for a thread that does one of these or releases the engine, as that thread waits for it. To send to a stream is to wait for
    /// one that is in the stream's `onTermination`: see ``AudioEngine/stop()``.
    public typealias TapHandler = @Sendable (AudioBuffer, AudioTime) -> Void

    /// Opens the source.
    typealias Opener = @Sendable (AudioInput) throws(CaptureError) -> CaptureEngine

    private let input: AudioInput
    private let opener: Opener
    private let state = Mutex(State())
    /// Held, before `state` is, while a device is opened or closed: one that is still closing is busy for whoever opens it.
    private let opening = Mutex(())

    private struct State {
        /// Open, and perhaps running.
        var capture: CaptureEngine?
        var isRunning = false
        /// Taps as they were asked for, and those that run.
        var specifications: [Tap.Specification] = []
        var taps: [Tap] = []
    }

    init(
        input: AudioInput,
        opener: @escaping Opener = { input throws(CaptureError) in try CaptureEngine(input: input) }
    ) {
        self.opener = opener
        if case .device(var options) = input {
            // A start that fails has to say why.
            options.isAwaited = false
            self.input = .device(options)
        } else {
            self.input = input
        }
    }

    /// The format of the hardware or recording, which is opened for that as ``AudioEngine/prepare()`` does; of a microphone of
    /// which one channel is chosen (``DeviceOptions/channels``), mono. Without any, a format of 0 Hz: ``AudioEngine/start()`` says
    /// why.
    ///
    /// - Parameter bus: 0, the only one there is.
    public func outputFormat(forBus bus: Int) -> AudioFormat {
        let format = opening.withLock { _ in
            state.withLock { state in
                try? open(&state)
                return state.capture.flatMap { outputFormat(of: $0) }
            }
        }
        return format ?? AudioFormat(sampleRate: 0, channelCount: 0, sample: .int16)
    }

    /// The same as ``outputFormat(forBus:)``: what comes in is handed on.
    public func inputFormat(forBus bus: Int) -> AudioFormat { outputFormat(forBus: bus) }

    /// Calls `block` with all sound from now on, in order, on a thread of the tap's own.
    ///
    /// A slow tap delays no other. When it falls behind by more than its buffer of two seconds, sound from a
    /// microphone is lost, which shows as a leap of time; a recording waits for it.
    ///
    /// - Parameters:
    ///   - bus: 0, the only one there is. It may have several taps.
    ///   - bufferSize: Frames a call, at least 1, in frames of `format`; fewer only right before missing sound or the
    ///     end. More than ten seconds of them are taken for ten seconds.
    ///   - format: What the sound is converted to; nil is that of ``outputFormat(forBus:)``. Several channels are all of the
    ///     microphone's, whichever is chosen.
    ///   - block: Kept until the tap is removed.
    /// - Returns: Whether there was a place left for it (there are 16) and, while the engine runs, it could be
    ///   started; the log then says why not.
    @preconcurrency @discardableResult
    public func installTap(
        onBus bus: Int, bufferSize: Int, format: AudioFormat? = nil, block: @escaping TapHandler
    ) -> Bool {
        precondition(bus == 0, "an input node has one bus, number 0")
        precondition(bufferSize > 0, "a tap's buffer has at least one frame")
        // `outputFormat` has rate 0 while there is no device: then the source's own counts, once there is one.
        let format = format?.sampleRate == 0 ? nil : format
        precondition(format?.isSupported != false, "unsupported audio format")
        let specification = Tap.Specification(bufferSize: bufferSize, format: format, handler: block)
        return state.withLock { state in
            guard state.specifications.count < ControlBlock.slotCount else { return false }
            if state.isRunning, let capture = state.capture {
                do {
                    state.taps.append(try run(specification, capture))
                } catch {
                    Log.error("\(error)", from: "capture")
                    return false
                }
            }
            state.specifications.append(specification)
            return true
        }
    }

    /// Removes all taps. None is called any more when this returns, unless one calls it itself, or another thread is removing
    /// or stopping them already; so a tap that waits for this thread would wait for ever (``TapHandler``).
    ///
    /// - Parameter bus: 0, the only one there is.
    public func removeTap(onBus bus: Int) {
        let taps = state.withLock { state in
            state.specifications = []
            defer { state.taps = [] }
            return state.taps
        }
        for tap in taps { tap.askToStop() }
        for tap in taps { tap.stop() }
    }

    // MARK: - For the engine

    func prepare() { opening.withLock { _ in state.withLock { try? open(&$0) } } }

    func start() throws(CaptureError) {
        try opening.withLock { _ throws(CaptureError) in
            try state.withLock { state throws(CaptureError) in try start(&state) }
        }
    }

    private func start(_ state: inout State) throws(CaptureError) {
        guard !state.isRunning else { return }
        // What went away since it was opened would be awaited, and not told of.
        if state.capture?.isReady == false { close(&state) }
        let wasOpen = state.capture != nil
        try open(&state)
        guard let capture = state.capture else { return }
        var taps: [Tap] = []
        do throws(CaptureError) {
            for specification in state.specifications { taps.append(try run(specification, capture)) }
            try capture.start()
        } catch {
            for tap in taps { tap.stop() }
            if !wasOpen { close(&state) }
            throw error
        }
        state.taps = taps
        state.isRunning = true
    }

    func stop() {
        let taps = opening.withLock { _ in
            let (capture, taps) = state.withLock { state in
                defer {
                    state.capture = nil
                    state.taps = []
                    state.isRunning = false
                }
                return (state.capture, state.taps)
            }
            // Before the capture thread is waited for: no tap is called meanwhile with what is dropped anyway.
            for tap in taps { tap.askToStop() }
            capture?.stop()
            return taps
        }
        // With nothing held: a tap may be in the middle of a call of this engine.
        for tap in taps { tap.stop() }
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    var events: AsyncStream<CaptureEvent> {
        state.withLock { $0.capture }?.events ?? AsyncStream { $0.finish() }
    }

    private func run(
        _ specification: Tap.Specification, _ capture: CaptureEngine
    ) throws(CaptureError) -> Tap {
        try Tap(specification, capture, standard: outputFormat(of: capture) ?? .recognition)
    }

    /// The source's own; where one channel of a microphone is chosen, of that alone. Nil while there is no source.
    private func outputFormat(of capture: CaptureEngine) -> AudioFormat? {
        guard var format = capture.format else { return nil }
        if case .channel = input.channels { format.channelCount = 1 }
        return format
    }

    private func open(_ state: inout State) throws(CaptureError) {
        guard state.capture == nil else { return }
        state.capture = try opener(input)
    }

    private func close(_ state: inout State) {
        state.capture?.stop()
        state.capture = nil
    }
}

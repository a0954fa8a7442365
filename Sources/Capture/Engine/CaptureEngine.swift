import Platform
import Ring
import Synchronization

/// Takes in sound from one source, on a thread of its own, and hands it to any number of readers.
///
/// A live device never waits: a reader that is too slow loses the newest frames, and gets a gap that says exactly
/// which. Recordings and standard input wait for their readers and lose nothing. A device that cannot be opened,
/// vanishes or fails is reported and opened again, by name, for ever.
///
/// ```swift
/// let engine = try CaptureEngine(input: .device(DeviceOptions(name: "USB")))
/// let reader = try engine.makeReader()
/// try engine.start()
/// ```
///
/// An engine runs once: made, started, stopped. Any thread may call it. Letting go of it stops it.
package final class CaptureEngine: Sendable {
    private let core: CaptureCore
    private let input: AudioInput
    private let session: CaptureSession
    private let phase = Mutex(Phase.new)
    private let openedFormat: AudioFormat?

    private enum Phase {
        case new
        case running(SystemThread)
        case stopped
    }

    /// Opens the source.
    ///
    /// - Parameters:
    ///   - input: Where sound comes from.
    ///   - buffer: How much sound waits for a slow reader.
    ///   - logsEvents: Whether gaps and events are logged as well as delivered: for readers that ignore them.
    /// - Throws: What is wrong with a recording; with a device only if it is not awaited (`DeviceOptions.isAwaited`).
    package convenience init(
        input: AudioInput, buffer: Duration = .seconds(2), logsEvents: Bool = true
    ) throws(CaptureError) {
        try self.init(input: input, source: try OpenedSource(input), buffer: buffer, logsEvents: logsEvents)
    }

    init(
        input: AudioInput, source: consuming OpenedSource, buffer: Duration, logsEvents: Bool = true
    ) throws(CaptureError) {
        openedFormat = source.format
        self.input = input
        core = try CaptureCore(bufferDuration: buffer, logsEvents: logsEvents)
        session = CaptureSession(core: core, input: input, source: source)
    }

    deinit { stop() }

    /// The source's own format; nil when a device could not be opened yet.
    package var format: AudioFormat? { core.currentFormat ?? openedFormat }

    /// Whether the source can still be started: not a device that went away since it was opened. Asked before ``start()`` only.
    var isReady: Bool { session.isReady }

    /// A new listener. It hears from the beginning when the engine has not been started, otherwise from now on.
    ///
    /// - Throws: `CaptureError.tooManyReaders` or `.memoryRefused`.
    package func makeReader() throws(CaptureError) -> sending CaptureReader {
        try CaptureReader(core, channels: input.channels)
    }

    /// What happens to the device from now on, without its sound; ends when the engine has ended and its readers have come to the
    /// end of the sound, or are gone. Each call gives a stream of its
    /// own. `silent`, `clipping` and `audible` are noticed by readers, and come to them alone.
    package var events: AsyncStream<CaptureEvent> { core.makeEvents() }

    func makeStream(format: AudioFormat, blockFrames: Int) throws(CaptureError) -> StreamReader {
        StreamReader(
            core, try core.addPort(), format: format, blockFrames: blockFrames, channels: input.channels)
    }

    /// Starts the capture thread. Without effect when it was started before.
    ///
    /// - Throws: `CaptureError.threadRefused` when the system has no thread left; it may be tried again.
    package func start() throws(CaptureError) {
        try phase.withLock { phase throws(CaptureError) in
            guard case .new = phase else { return }
            phase = .running(try CaptureThread.start(name: "capture") { [session] in session.run() })
        }
    }

    /// Stops the capture thread and closes the source: readers find `.end` when they have read what is left. Waits until
    /// the thread is done, which takes a period as a rule, and longer while a device is being opened.
    package func stop() {
        askToStop()
        phase.withLock { phase in
            switch phase {
            case .new: core.end()
            case .running(let thread): thread.join()
            case .stopped: break
            }
            phase = .stopped
        }
    }

    /// As ``stop()``, without waiting: for a device that hangs. Its thread ends, and closes it, if it ever answers.
    package func abandon() {
        askToStop()
        phase.withLock { phase in
            switch phase {
            case .new: core.end()
            case .running(let thread): thread.detach()
            case .stopped: break
            }
            phase = .stopped
        }
    }

    private func askToStop() {
        core.control.pointee.isStopping.store(true, ordering: .releasing)
        core.wakeUp.signal()
    }

    /// How capture has fared so far.
    package var counters: CaptureCounters { core.counters }
}

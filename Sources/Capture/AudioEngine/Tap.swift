import Platform
import Ring
import Synchronization

/// A running tap: a thread that waits for sound and hands it to a handler.
final class Tap: Sendable {
    struct Specification: Sendable {
        let bufferSize: Int
        let format: AudioFormat?
        let handler: AudioInputNode.TapHandler
    }

    private let thread: SystemThread
    private let flag: StopFlag
    private let wakeUp: ReaderSignal

    /// Seen by both threads.
    private final class StopFlag: Sendable {
        let isSet = Atomic(false)
    }

    /// Only the tap's thread uses it.
    private final class Reader: @unchecked Sendable {
        var stream: StreamReader

        init(_ stream: consuming StreamReader) { self.stream = stream }
    }

    /// The longest buffer, in seconds.
    private static let longest = 10

    /// Begins to call the handler.
    ///
    /// - Parameter standard: the format for a tap that asks for none.
    init(
        _ specification: Specification, _ capture: CaptureEngine, standard: AudioFormat
    ) throws(CaptureError) {
        let format = specification.format ?? standard
        let stream = try capture.makeStream(
            format: format, blockFrames: min(specification.bufferSize, Self.longest * format.sampleRate))
        wakeUp = stream.wakeUp
        let reader = Reader(stream)
        let flag = StopFlag()
        self.flag = flag
        thread = try CaptureThread.start(name: "tap") {
            Self.run(reader, format, specification.handler, flag)
        }
    }

    /// Asks it to end: the handler is called no more, once a call under way is over. Waits for nothing.
    func askToStop() {
        flag.isSet.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    /// Ends it. The handler is not called any more when this returns, unless it is the handler that calls.
    func stop() {
        askToStop()
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }

    private static func run(
        _ reader: Reader, _ format: AudioFormat, _ handler: AudioInputNode.TapHandler, _ flag: StopFlag
    ) {
        while !flag.isSet.load(ordering: .acquiring) {
            switch reader.stream.next() {
            case .frames(let first, let bytes):
                let time = AudioTime(sampleTime: first, sampleRate: format.sampleRate)
                var buffer = AudioBuffer(format: format, bytes: bytes)
                buffer.microphone = reader.stream.microphone
                handler(buffer, time)
            case .gap, .event: continue
            case .end: return
            case nil:
                // `next` has armed the wake-up, so a stop after this look is not missed either.
                if flag.isSet.load(ordering: .acquiring) { return }
                reader.stream.wakeUp.wait()
            }
        }
    }
}

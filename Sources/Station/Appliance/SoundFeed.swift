import Capture

/// Where an appliance's sound comes from: the capture engine, or what a test puts in its place. Owned by one thread.
protocol SoundFeed: AnyObject {
    /// Readable when `next` may have something again after it gave nil.
    var wakeDescriptor: Int32 { get }
    func start() throws(CaptureError)
    /// Ends it; the device is closed on return.
    func stop()
    /// What comes next, or nil when there is nothing at the moment. Samples stay valid until the next call.
    func next() -> Delivery?
    /// The microphone, by a name that it keeps; nil before its first sound, and if it is none.
    var microphone: String? { get }
}

extension SoundFeed {
    var microphone: String? { nil }
}

/// Sound as it is captured from a microphone, a file or standard input.
final class CapturedSound: SoundFeed {
    private let engine: CaptureEngine
    private let reader: CaptureReader

    init(_ input: AudioInput, logsEvents: Bool) throws(CaptureError) {
        engine = try CaptureEngine(input: input, logsEvents: logsEvents)
        reader = try engine.makeReader()
    }

    var wakeDescriptor: Int32 { reader.wakeDescriptor }
    func start() throws(CaptureError) { try engine.start() }
    func stop() { engine.stop() }
    func next() -> Delivery? { reader.next() }
    var microphone: String? { reader.microphone }
}

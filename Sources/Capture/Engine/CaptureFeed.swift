/// Where sound comes from, item by item: the capture engine, or what a demonstration or a test puts in its place. Owned by one
/// thread.
package protocol CaptureFeed: AnyObject {
    /// Readable when `next` may have something again after it gave nil.
    var wakeDescriptor: Int32 { get }
    /// Begins; without effect when it has begun before. What goes wrong with the device comes as items.
    ///
    /// - Throws: `CaptureError.threadRefused` when the system has no thread left; it may be tried again.
    func start() throws(CaptureError)
    /// Ends it, and waits for its device, which is closed on return.
    func stop()
    /// Ends it without waiting for its device, which hangs: the capture thread closes that if it ever answers.
    func abandon()
    /// What comes next, or nil when there is nothing at the moment. Samples stay valid until the next call.
    func next() -> CaptureItem?
    /// The microphone, by a name that it keeps; nil before its first sound, and for other sources.
    var microphone: String? { get }
    /// How it has fared; nil where nobody counts.
    var counters: CaptureCounters? { get }
}

extension CaptureFeed {
    package var microphone: String? { nil }
    package var counters: CaptureCounters? { nil }
    package func abandon() { stop() }
}

/// Sound as it is captured from a microphone, a file or standard input.
package final class LiveCapture: CaptureFeed {
    private let engine: CaptureEngine
    private let reader: CaptureReader

    /// Opens the input.
    ///
    /// - Parameters:
    ///   - input: Where sound comes from.
    ///   - logsEvents: Whether gaps and events are logged as well as delivered.
    /// - Throws: What is wrong with a recording; with a device only if it is not awaited (`DeviceOptions.isAwaited`).
    package init(_ input: AudioInput, logsEvents: Bool) throws(CaptureError) {
        engine = try CaptureEngine(input: input, logsEvents: logsEvents)
        reader = try engine.makeReader()
    }

    package var wakeDescriptor: Int32 { reader.wakeDescriptor }
    package func start() throws(CaptureError) { try engine.start() }
    package func stop() { engine.stop() }
    package func abandon() { engine.abandon() }
    package func next() -> CaptureItem? { reader.next() }
    package var microphone: String? { reader.microphone }
    package var counters: CaptureCounters? { engine.counters }
}

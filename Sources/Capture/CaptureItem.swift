/// What a `CaptureReader` hands out, in the order it happened. Every frame index counts 16 kHz frames since the capture
/// clock began, gaps included.
///
/// ```swift
/// if case .frames(let first, let samples) = reader.next() { print("\(samples.count) samples from frame \(first) on") }
/// ```
package enum CaptureItem {
    /// 160 samples (10 ms); fewer only right before a gap or the end. Valid until the reader's next call.
    case frames(first: UInt64, UnsafeBufferPointer<Int16>)
    /// Sound is missing here.
    case gap(CaptureGap)
    /// Something has become of the source, after the frames before and ahead of those that follow.
    case event(CaptureEvent)
    /// The recording is over, or the engine was stopped: nothing follows.
    case end
}

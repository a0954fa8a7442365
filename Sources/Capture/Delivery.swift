/// What a `CaptureReader` hands out, in the order it happened. Every frame index counts 16 kHz frames since the capture
/// clock began, gaps included.
///
/// ```swift
/// if case .frames(let first, let samples) = reader.next() { print("\(samples.count) samples from frame \(first) on") }
/// ```
public enum Delivery {
    /// 160 samples (10 ms); fewer only right before a gap or the end. Valid until the reader's next call.
    case frames(first: UInt64, UnsafeBufferPointer<Int16>)
    /// Sound is missing here.
    case gap(CaptureGap)
    /// Something has become of the source, after the frames before and ahead of those that follow.
    case event(CaptureEvent)
    /// The recording is over, or the engine was stopped: nothing follows.
    case end
}

/// A place where sound is missing.
///
/// ```swift
/// if case .gap(let gap) = reader.next() {
///     print("\(gap.isExact ? "" : "about ")\(gap.frames / 16) ms are missing: \(gap.reason)")
/// }
/// ```
public struct CaptureGap: Sendable, Hashable {
    /// Why sound is missing.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The reader was too slow, its ring was full.
        case overrun
        /// The capture thread was too late for the sound card.
        case xrun
        /// The device was away.
        case disconnected
    }

    /// The first missing frame, in 16 kHz frames.
    public var at: UInt64
    /// How many are missing, in 16 kHz frames.
    public var frames: UInt64
    /// Why they are.
    public var reason: Reason
    /// Counted (true), or estimated from time stamps.
    public var isExact: Bool

    package init(at: UInt64, frames: UInt64, reason: Reason, isExact: Bool) {
        self.at = at
        self.frames = frames
        self.reason = reason
        self.isExact = isExact
    }
}

/// What happens to the source of sound: a ``CaptureReader`` delivers it between frames, and `events` of an engine without
/// them.
///
/// ```swift
/// for await event in engine.events {
///     if case .lost(let error) = event { print(error) }
/// }
/// ```
public enum CaptureEvent: Sendable, Hashable {
    /// Sound comes from here, as this.
    case opened(device: String, format: AudioFormat)
    /// No sound comes until `restored`; the reason names the remedy. A recording that breaks off ends after this.
    case lost(CaptureError)
    /// The device is back, perhaps in another format.
    case restored(device: String, format: AudioFormat)
    /// The mixer holds this control off or at zero: no voice can come through.
    case muted(control: String)
    /// Seconds of nothing but one constant value: a dead or muted microphone gives that, a quiet room does not.
    case silent
    /// Much of the sound hits full scale: the microphone is overdriven.
    case clipping
    /// No longer `silent`, or no longer `clipping`.
    case audible
}

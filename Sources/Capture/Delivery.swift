/// What a `CaptureReader` hands out, in the order it happened. Every frame index counts 16 kHz frames since the capture
/// clock began, gaps included.
public enum Delivery {
    /// 160 samples (10 ms); fewer only right before a gap or the end. Valid until the reader's next call.
    case frames(first: UInt64, UnsafeBufferPointer<Int16>)
    /// Sound is missing here.
    case gap(CaptureGap)
    case event(CaptureEvent)
    /// The recording is over, or the engine was stopped: nothing follows.
    case end
}

/// A place where sound is missing.
public struct CaptureGap: Sendable, Hashable {
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
    public var reason: Reason
    /// Counted (true), or estimated from time stamps.
    public var isExact: Bool

    public init(at: UInt64, frames: UInt64, reason: Reason, isExact: Bool) {
        self.at = at
        self.frames = frames
        self.reason = reason
        self.isExact = isExact
    }
}

/// What happens to the microphone, besides sound.
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

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

/// A place where sound is missing, in frames of its reader's rate: 16 kHz of a `CaptureReader`.
///
/// ```swift
/// if case .gap(let gap) = reader.next() {
///     print("\(gap.isExact ? "" : "about ")\(gap.frames / 16) ms are missing: \(gap.reason)")
/// }
/// ```
package struct CaptureGap: Sendable, Hashable {
    /// Why sound is missing.
    package enum Reason: Sendable, Hashable, CaseIterable {
        /// The reader was too slow, its ring was full.
        case overrun
        /// The capture thread was too late for the sound card.
        case xrun
        /// The device was away.
        case disconnected
    }

    /// The first missing frame.
    package var at: UInt64
    /// How many are missing.
    package var frames: UInt64
    /// Why they are.
    package var reason: Reason
    /// Counted (true), or estimated from time stamps.
    package var isExact: Bool

    /// A gap as it is given.
    package init(at: UInt64, frames: UInt64, reason: Reason, isExact: Bool) {
        self.at = at
        self.frames = frames
        self.reason = reason
        self.isExact = isExact
    }
}

/// Frames that are missing from the stream, and where.
///
/// A gap stands *between* frames: it is met after the frame `index - 1` and before the frame
/// `index + frames`. Frame indices count missing frames too, so that index divided by rate is capture time.
///
/// ```swift
/// if let gap = consumer.takeGap(), gap.reason == .overrun { print("\(gap.frames) frames lost at \(gap.index)") }
/// ```
public struct Gap: Sendable, Hashable {
    /// Why frames are missing: said by the producer that drops them.
    public enum Reason: UInt8, Sendable, Hashable, CaseIterable {
        /// The ring was full: the reader was too slow.
        case overrun
        /// The device's own buffer ran over before it was drained (xrun).
        case xrun
        /// The device was away.
        case disconnected
        /// The reader was not there yet: nothing that was to be heard is missing.
        case lateJoin
    }

    /// The index of the first missing frame.
    public var index: UInt64
    /// How many frames are missing.
    public var frames: UInt64
    /// Why; when gaps had to be joined because the table of gaps was full, the reason of the first of them.
    public var reason: Reason
    /// Whether `frames` was counted rather than estimated from timestamps.
    public var isExact: Bool

    /// A gap as a consumer takes it; a ring makes its own.
    @inlinable
    public init(index: UInt64, frames: UInt64, reason: Reason, isExact: Bool) {
        self.index = index
        self.frames = frames
        self.reason = reason
        self.isExact = isExact
    }
}

/// A gap as it stands in the table that both ends share.
@usableFromInline
struct GapRecord {
    /// The byte position of the frame that follows the gap.
    @usableFromInline var position: Int
    @usableFromInline var frames: UInt64
    @usableFromInline var reason: Gap.Reason
    @usableFromInline var isExact: Bool

    @inlinable
    init(position: Int, frames: UInt64, reason: Gap.Reason, isExact: Bool) {
        self.position = position
        self.frames = frames
        self.reason = reason
        self.isExact = isExact
    }
}

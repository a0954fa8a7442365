import Capture
import Platform

/// A stretch of sound on the capture clock, from its first frame to the one after its last: what `CMTimeRange` is to the
/// Speech framework's results.
///
/// ```swift
/// print(result.range.start.seconds, result.range.end.seconds, result.range.duration)
/// ```
public struct AudioTimeRange: Sendable, Hashable {
    /// Where it begins.
    public var start: AudioTime
    /// Where it ends; not part of it.
    public var end: AudioTime

    /// - Parameters:
    ///   - start: where it begins.
    ///   - end: where it ends; before `start` is the same as `start`.
    public init(start: AudioTime, end: AudioTime) {
        self.start = start
        self.end = max(start, end)
    }

    /// - Parameters:
    ///   - start: where it begins.
    ///   - duration: how long it is, as a moment after the beginning of the clock.
    public init(start: AudioTime, duration: AudioTime) {
        self.init(start: start, end: start + duration)
    }

    /// How long it is, in seconds.
    public var duration: TimeInterval { end.seconds - start.seconds }

    /// Whether there is no sound in it.
    public var isEmpty: Bool { end == start }

    /// Whether the moment lies in it.
    public func contains(_ time: AudioTime) -> Bool { start <= time && time < end }

    /// Whether all of `other` lies in it.
    public func contains(_ other: AudioTimeRange) -> Bool { start <= other.start && other.end <= end }

    /// The least range that contains both.
    public func union(_ other: AudioTimeRange) -> AudioTimeRange {
        AudioTimeRange(start: min(start, other.start), end: max(end, other.end))
    }

    /// What lies in both; empty where nothing does.
    public func intersection(_ other: AudioTimeRange) -> AudioTimeRange {
        AudioTimeRange(start: max(start, other.start), end: min(end, other.end))
    }
}

extension AudioTime {
    /// The frame at a time of the capture clock, to the nearest.
    init(_ time: Duration, sampleRate: Int) {
        self.init(sampleTime: max(.zero, time).frames(at: sampleRate), sampleRate: sampleRate)
    }
}

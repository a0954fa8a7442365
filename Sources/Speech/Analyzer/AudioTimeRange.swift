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
        self.end = end.duration < start.duration ? start : end
    }

    /// How long it is, in seconds.
    public var duration: TimeInterval { end.seconds - start.seconds }

    /// Whether there is no sound in it.
    public var isEmpty: Bool { end.duration == start.duration }

    /// Whether the moment lies in it.
    public func contains(_ time: AudioTime) -> Bool {
        start.duration <= time.duration && time.duration < end.duration
    }
}

extension AudioTime {
    /// The frame at a time of the capture clock, to the nearest.
    init(_ time: Duration, sampleRate: Int) {
        self.init(sampleTime: max(.zero, time).frames(at: sampleRate), sampleRate: sampleRate)
    }
}

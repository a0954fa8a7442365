import Platform

/// A moment of the stream: which frame, at which rate.
///
/// `seconds` and `duration` are times on the capture clock, which counts every frame since the stream began, those in
/// gaps included.
///
/// ```swift
/// AudioTime(sampleTime: 24_000, sampleRate: 16_000).seconds  // 1.5
/// ```
public struct AudioTime: Sendable, Hashable {
    /// The index of a frame, counted at `sampleRate`.
    public var sampleTime: UInt64
    /// Frames a second.
    public var sampleRate: Int

    /// The moment of frame `sampleTime`.
    ///
    /// - Parameters:
    ///   - sampleTime: Counted from 0.
    ///   - sampleRate: Up to 1 000 000 000. A stream of 0 frames a second or less has no moment but its beginning.
    public init(sampleTime: UInt64, sampleRate: Int) {
        self.sampleTime = sampleTime
        self.sampleRate = sampleRate
    }

    /// The time since the stream began, in whole nanoseconds.
    public var duration: Duration { sampleRate > 0 ? .frames(sampleTime, at: sampleRate) : .zero }
    /// The time since the stream began, in seconds.
    public var seconds: Double { sampleRate > 0 ? Double(sampleTime) / Double(sampleRate) : 0 }
}

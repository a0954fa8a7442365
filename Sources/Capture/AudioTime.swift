import Journal

/// A moment of the stream: which frame, at which rate.
///
/// `seconds` and `duration` are times on the capture clock, which counts every frame since the stream began, those in
/// gaps included.
public struct AudioTime: Sendable, Hashable {
    /// The index of a frame, counted at `sampleRate`.
    public var sampleTime: UInt64
    public var sampleRate: Int

    public init(sampleTime: UInt64, sampleRate: Int) {
        self.sampleTime = sampleTime
        self.sampleRate = sampleRate
    }

    public var duration: Duration { .frames(sampleTime, at: sampleRate) }
    public var seconds: Double { Double(sampleTime) / Double(sampleRate) }
}

import Journal

/// What time it is on the capture clock, also while no sound comes.
///
/// Frames move it; when they stay away (the microphone is gone) it goes on with the machine's clock, so that a pump
/// is switched off in time all the same. It never goes back. Owned by one thread.
struct CaptureClock {
    /// The newest time that was shown to anybody.
    private(set) var now: Duration = .zero

    private let source: any TimeSource
    /// Where the frames had come to, and when that was by the machine's clock.
    private var frameTime: Duration = .zero
    private var seenAt: Duration

    init(source: any TimeSource = MonotonicClock()) {
        self.source = source
        seenAt = source.now
    }

    /// Time that has passed by the machine's clock since the newest frames came in.
    var sinceFrames: Duration { source.now - seenAt }

    /// Frames up to `time` have come in.
    mutating func framesReached(_ time: Duration) {
        frameTime = max(frameTime, time)
        seenAt = source.now
        now = max(now, frameTime)
    }

    /// The block whose first frame came in last reaches up to `time`; it has been heard by now, and came in before.
    mutating func blockEnds(at time: Duration) {
        frameTime = max(frameTime, time)
        now = max(now, frameTime)
    }

    /// Goes on with the machine's clock, but not beyond `limit`: what is due then happens then, however late this
    /// thread is.
    mutating func tick(upTo limit: Duration? = nil) {
        let time = frameTime + sinceFrames
        now = max(now, limit.map { min(time, $0) } ?? time)
    }

    /// Goes on to `time` at once, where nobody waits for it: the tail of a recording that is played fast.
    mutating func skip(to time: Duration) {
        framesReached(time)
    }
}

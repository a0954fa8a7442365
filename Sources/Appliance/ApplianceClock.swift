import Platform

/// What time it is on the capture clock, also while no sound comes.
///
/// Frames move it; when they stay away (the microphone is gone) it follows the machine's clock, so that lights
/// and questions go on all the same. It never goes back. Owned by one thread.
struct ApplianceClock {
    /// The newest published time: what is due at it is done, and events bear it. Between frames and ticks
    /// it stands still.
    private(set) var now: Duration = .zero

    let source: any TimeSource
    /// When it began, by the machine's clock.
    private let began: Duration
    /// Where the frames had come to, and when that was by the machine's clock.
    private var frameTime: Duration = .zero
    private var seenAt: Duration

    init(source: any TimeSource = MonotonicClock()) {
        self.source = source
        began = source.now
        seenAt = began
    }

    /// How long it has been running by the machine's clock, whatever frames come. It agrees with ``now`` but for the card's own
    /// idea of a second: one that loses samples, or runs at another rate than it says, has longer ones.
    var steady: Duration { source.now - began }

    /// What time it is at this moment, by the machine's clock since the newest frames came in: for measuring.
    var present: Duration { max(now, frameTime + (source.now - seenAt)) }

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

    /// Follows the machine's clock, but not beyond `limit`: what is due then happens then, however late this
    /// thread is.
    mutating func tick(upTo limit: Duration? = nil) {
        now = limit.map { max(now, min(present, $0)) } ?? present
    }

    /// Jumps to `time`: for the tail of a recording that is played fast.
    mutating func skip(to time: Duration) {
        framesReached(time)
    }
}

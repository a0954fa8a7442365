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
    /// The machine's clock that goes on while that sleeps.
    private let sleepless: any TimeSource
    /// When it began, by the machine's clock.
    private let began: Duration
    /// When it began, by `sleepless`.
    private let beganSleepless: Duration
    /// Where the frames had come to, and when that was by the machine's clock.
    private var frameTime: Duration = .zero
    private var seenAt: Duration
    /// The newest block of sound: where it begins, when it was looked at, and how long it had waited by then.
    private var block: (time: Duration, seenAt: Duration, lateness: Duration)?

    /// This machine's own.
    init() { self.init(source: MonotonicClock(), sleepless: BootClock()) }

    /// - Parameter sleepless: nil for a machine that never sleeps.
    init(source: any TimeSource, sleepless: (any TimeSource)? = nil) {
        self.source = source
        self.sleepless = sleepless ?? source
        began = source.now
        beganSleepless = self.sleepless.now
        seenAt = began
    }

    /// How long it has been running by the machine's clock, whatever frames come. It agrees with ``now`` but for the card's own
    /// idea of a second: one that loses samples, or runs at another rate than it says, has longer ones.
    var steady: Duration { source.now - began }

    /// As ``steady``, with the time for which the machine slept.
    var elapsed: Duration { sleepless.now - beganSleepless }

    /// What time it is at this moment, by the machine's clock since the newest frames came in: for measuring.
    var present: Duration { max(now, frameTime + (source.now - seenAt)) }

    /// What time it is at this moment on the clock of the frames, also where sound waits and ``now`` is behind: for what is dated
    /// by another clock, such as the edges of a button. Where none waits it is ``now``.
    var newest: Duration {
        guard let block, block.lateness > .zero else { return now }
        return max(now, block.time + block.lateness + (source.now - block.seenAt))
    }

    /// A block of sound that begins at `time` is looked at.
    ///
    /// - Parameter hasFollowed: whether it was there right after what came before, be that sound or not; else it has not waited.
    mutating func blockBegins(at time: Duration, hasFollowed: Bool) {
        let seen = source.now
        var lateness = Duration.zero
        if hasFollowed, let block {
            lateness = max(.zero, block.lateness + (seen - block.seenAt) - (time - block.time))
        }
        block = (time, seen, lateness)
        framesReached(time)
    }

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
        block = nil
        now = limit.map { max(now, min(present, $0)) } ?? present
    }

    /// Jumps to `time`: for the tail of a recording that is played fast.
    mutating func skip(to time: Duration) {
        framesReached(time)
    }
}

import Capture
import Platform

/// Where buffers stand on one clock, by the times that come with them. The capture clock that those are of may be started anew: the
/// sound goes on where it was.
struct AudioTimeline {
    /// Where the audio begins; zero where it has no time.
    private(set) var origin = Duration.zero
    /// When the next frame is to be heard; nil where buffers come without times.
    private(set) var clock: Duration?
    /// How much later than its time says a buffer is, since a capture clock was started anew.
    private var shift = Duration.zero
    /// Whether more than one time was of that clock: a single wrong one must not be taken for another clock.
    private var isShiftConfirmed = false

    /// Less is ignored: times rounded to milliseconds would look like gaps.
    private static let leastGap = Duration.milliseconds(10)
    /// A time that goes back further is of a capture clock that was started anew, and not one that was taken late.
    private static let longestDelay = Duration.seconds(1)

    /// Takes the first buffer's time for the origin of all.
    mutating func begin(at time: AudioTime) {
        guard time.isPlausible else { return }
        origin = time.duration
        clock = origin
    }

    /// Goes to where a later buffer begins. A time that is earlier than the sound before says nothing of what is missing before
    /// it: no sound is heard twice.
    ///
    /// - Returns: How much is missing; nil if nothing is.
    @discardableResult
    mutating func skip(to time: AudioTime) -> Duration? {
        guard time.isPlausible, let clock else { return nil }
        let time = time.duration
        let delay = clock - time
        if delay <= Self.longestDelay, delay <= shift - delay,
            !isShiftConfirmed || time <= clock + Self.longestDelay
        {
            // Nearer by the clock as it was before another one was started, and where that is sure, near: else sound is missing.
            (shift, isShiftConfirmed) = (.zero, false)
        } else if time + shift < clock - Self.longestDelay {
            (shift, isShiftConfirmed) = (delay, false)
        } else if shift != .zero {
            isShiftConfirmed = true
        }
        let missing = time + shift - clock
        guard missing >= Self.leastGap else { return nil }
        self.clock = clock + missing
        return missing
    }

    /// Moves on by the sound that has come.
    mutating func advance(by span: Duration) {
        clock? += span
    }
}

extension AudioTime {
    /// Whether a stream can have such a time. None has a thousand million frames a second or runs for a thousand years, and what
    /// is counted with such numbers would overflow.
    var isPlausible: Bool {
        (1...1_000_000_000).contains(sampleRate) && seconds < 1e3 * 365 * 24 * 3600
    }
}

import Capture
import Platform

/// Where the buffers of a task stand on the capture clock, by the times that come with them.
struct AudioTimeline {
    /// The frame of the capture clock at which the audio begins; 0 where it has no time.
    private(set) var origin: UInt64 = 0

    /// When the next frame is to be heard, on the capture clock; nil where buffers come without times.
    private var clock: Duration?
    private let sampleRate: Int

    /// - Parameter sampleRate: the rate in which frames are counted.
    init(sampleRate: Int) {
        self.sampleRate = sampleRate
    }

    /// Takes the first buffer's time for the origin of all.
    mutating func begin(at time: AudioTime) {
        guard time.isPlausible else { return }
        clock = time.duration
        origin = time.duration.frames(at: sampleRate)
    }

    /// The frames that are missing before a later buffer. A time that is earlier than the sound before says
    /// nothing: no sound is heard twice.
    ///
    /// - Returns: How many frames are missing; nil if none are.
    mutating func framesMissing(before time: AudioTime) -> UInt64? {
        // Differences below 10 ms are ignored: times rounded to milliseconds would look like gaps.
        guard time.isPlausible, let clock, time.duration - clock >= .milliseconds(10) else {
            return nil
        }
        self.clock = time.duration
        return (time.duration - clock).frames(at: sampleRate)
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

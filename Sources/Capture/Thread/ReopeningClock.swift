import Platform

/// The capture clock over several openings of a device: 16 kHz frames since the first frame, the time away included; of a device
/// that was not there at the start, since then.
struct ReopeningClock {
    /// The clock at the end of what was heard so far, and that moment on the monotonic clock.
    private var end: UInt64 = 0
    private var edge: Duration?

    /// It was to hear from `start` on, and nothing was there: what is heard at last stands as long after that. Whoever follows the
    /// clock has followed the machine's meanwhile, and frames from 0 on would be an hour behind it if it took an hour.
    mutating func waited(since start: Duration) {
        if edge == nil { edge = start }
    }

    /// Where a stretch of hearing that begins now stands. The first one begins at 0, unless it was waited for.
    func origin(now: Duration) -> UInt64 {
        guard let edge else { return 0 }
        return end + (now - edge).frames(at: AudioFormat.recognition.sampleRate)
    }

    /// A stretch that stood at `origin` is over after `frames` frames at `sampleRate`; the last sounded at `edge`.
    mutating func close(origin: UInt64, frames: UInt64, sampleRate: Int, edge: Duration) {
        end = origin + frames.rescaled(from: sampleRate, to: AudioFormat.recognition.sampleRate)
        self.edge = edge
    }
}

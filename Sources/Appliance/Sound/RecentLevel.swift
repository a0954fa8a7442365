import Capture

/// How loud the last ten seconds were, and this moment is. A value; owned by one thread.
struct RecentLevel {
    private struct Second {
        var floor = Double.infinity
        var peak = -Double.infinity
    }

    private static let blockFrames = AudioFormat.recognition.sampleRate * 3 / 100
    private static let seconds = 10
    /// 0.3 s.
    private static let blocksOfNow = 10

    private var all = [Second()]
    private var newest: [Double] = []
    private var blocks = 0
    private var meter = LevelMeter()

    /// Takes in 16 kHz sound.
    mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
        meter.measure(samples)
        guard meter.sampleCount >= Self.blockFrames else { return }
        if blocks * Self.blockFrames >= AudioFormat.recognition.sampleRate {
            all.append(Second())
            if all.count > Self.seconds { all.removeFirst() }
            blocks = 0
        }
        let last = all.count - 1
        all[last].floor = min(all[last].floor, meter.rms)
        all[last].peak = max(all[last].peak, meter.peak)
        if newest.count == Self.blocksOfNow { newest.removeFirst() }
        newest.append(meter.peak)
        blocks += 1
        meter.reset()
    }

    /// The quietest 30 ms, in dBFS; nil before there were any, and of digital silence.
    var floor: Double? { all.map(\.floor).min().flatMap { $0.isFinite ? $0 : nil } }
    /// The largest sample, in dBFS; nil likewise.
    var peak: Double? { all.map(\.peak).max().flatMap { $0.isFinite ? $0 : nil } }
    /// The largest sample of the last 0.3 s, in dBFS; nil likewise.
    var now: Double? { newest.max().flatMap { $0.isFinite ? $0 : nil } }
}

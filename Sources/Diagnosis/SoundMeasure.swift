import Appliance
import Capture
import EventSocket
import Platform

/// Some seconds of a microphone, measured.
///
/// ```swift
/// let feed = try LiveCapture(.device(options), logsEvents: false)
/// let sound = try SoundMeasure.take(from: feed, until: stop)
/// print(sound.floor, sound.rate ?? 0)
/// ```
package struct SoundMeasure: Sendable, Hashable {
    /// For how long it was listened to at most.
    package var span: Duration
    /// 16 kHz frames that came.
    package var frames = 0
    /// What was quieter than nine tenths of the rest, in dBFS; minus infinity where that was digital silence.
    package var floor = -Double.infinity
    /// The largest sample, in dBFS.
    package var peak = -Double.infinity
    /// The share of samples at full scale.
    package var clippedShare = 0.0
    /// Whether every sample was the same: no microphone that lives is so.
    package var isSilent = false
    /// How often sound was missing, also where nothing but the card's own count of xruns tells so.
    package var gaps = 0
    /// What the device was opened with, in Hz.
    package var nominalRate: Int?
    /// Frames for each second of the machine's clock; nil where they were not timed.
    package var rate: Double?

    /// Nothing yet.
    package init(span: Duration) { self.span = span }

    /// Listens, from the start of `feed` to its stop, and no longer than until `stop` is raised.
    ///
    /// - Throws: what keeps the sound away.
    package static func take(
        from feed: any CaptureFeed, for span: Duration = .seconds(5),
        clock: any TimeSource = MonotonicClock(),
        until stop: StopSignal
    ) throws(CaptureError) -> SoundMeasure {
        try feed.start()
        defer { feed.stop() }
        var measure = SoundMeasure(span: span)
        var levels = Levels()
        var timing = Timing()
        let xrunsBefore = feed.counters?.xruns ?? 0
        let end = clock.now + span
        listening: while clock.now < end, !stop.isRaised {
            guard let item = feed.next() else {
                Descriptors.waitUntilReadable(
                    [feed.wakeDescriptor, stop.descriptor], within: .milliseconds(100))
                continue
            }
            switch item {
            case .frames(_, let samples):
                levels.add(samples)
                if let counters = feed.counters { timing.note(counters) }
            case .gap:
                measure.gaps += 1
                timing = Timing()
            case .event(.opened(_, let format)): measure.nominalRate = format.sampleRate
            case .event(.lost(let error)): throw error
            case .event: break
            case .end: break listening
            }
        }
        measure.gaps = max(measure.gaps, Int((feed.counters?.xruns ?? 0) - xrunsBefore))
        measure.frames = levels.frames
        measure.floor = levels.floor
        measure.peak = levels.peak
        measure.clippedShare = levels.clippedShare
        measure.isSilent = levels.isConstant
        measure.rate = timing.rate
        return measure
    }
}

extension SoundMeasure {
    /// What an appliance that has the microphone says of it, asked twice.
    package init(from first: ApplianceStatus, to second: ApplianceStatus) {
        let seconds = second.counters.uptime - first.counters.uptime
        let captured =
            second.counters.frames >= first.counters.frames
            ? second.counters.frames - first.counters.frames : 0
        span = .seconds(max(0, seconds))
        frames = Int(captured)
        floor = second.microphone.floor ?? -.infinity
        peak = second.microphone.peak ?? -.infinity
        clippedShare = second.microphone.problem == "overdriven" ? 1 : 0
        isSilent = second.microphone.problem == "silent"
        let xruns = second.counters.xruns.subtractingReportingOverflow(first.counters.xruns)
        gaps = max(second.counters.gaps - first.counters.gaps, xruns.overflow ? 0 : Int(xruns.partialValue))
        nominalRate = second.microphone.rate
        rate = seconds >= 2 && gaps == 0 ? Double(captured) / seconds : nil
    }
}

/// Levels of 30 ms each.
private struct Levels {
    private(set) var frames = 0
    private(set) var peak = -Double.infinity
    private var clipped = 0
    private var range: ClosedRange<Int16>?
    private var levels: [Double] = []
    private var meter = LevelMeter()

    mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
        guard let least = samples.min(), let most = samples.max() else { return }
        range = min(range?.lowerBound ?? least, least)...max(range?.upperBound ?? most, most)
        frames += samples.count
        meter.measure(samples)
        guard meter.sampleCount >= 480 else { return }
        levels.append(meter.rms)
        peak = max(peak, meter.peak)
        clipped += meter.clipCount
        meter.reset()
    }

    var floor: Double { levels.isEmpty ? -.infinity : levels.sorted()[levels.count / 10] }
    var clippedShare: Double { frames == 0 ? 0 : Double(clipped) / Double(frames) }
    var isConstant: Bool { range.map { $0.lowerBound == $0.upperBound } ?? false }
}

/// How many frames came in what time.
private struct Timing {
    private var first: (frames: UInt64, at: Duration)?
    private var last: (frames: UInt64, at: Duration)?

    mutating func note(_ counters: CaptureCounters) {
        guard let time = counters.lastFrames else { return }
        if first == nil { first = (counters.framesCaptured, time) }
        last = (counters.framesCaptured, time)
    }

    /// Nil of less than two seconds, in which a period more or less shows.
    var rate: Double? {
        guard let first, let last, last.at - first.at >= .seconds(2) else { return nil }
        return Double(last.frames - first.frames) / (last.at - first.at).seconds
    }
}

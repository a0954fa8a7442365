import Capture
import Glibc
import Platform

/// A run of the real engine with its costs measured: for benchmarks.
///
/// ```swift
/// let run = try CaptureRun(input: .file(path: path, pace: .realTime), readers: 1)
/// print(CaptureRun.quantile(0.5, of: run.latencies), run.processorTime / run.audioTime)
/// ```
package struct CaptureRun {
    /// How much sound each reader heard.
    package let audioTime: Duration
    /// What all threads of the process took meanwhile.
    package let processorTime: Duration
    /// For each block of the first reader's the time from the moment when its last frame reached the rings, sorted. Of meaning for
    /// sound in real time only, as is the next.
    package let latencies: [Duration]
    /// How much later than the first reader's earliest period each came to it, on a steady clock, sorted: how evenly
    /// sound flows from its source to the reader.
    package let lateness: [Duration]

    /// Lets `readers` readers, all on the calling thread, hear `input` to its end.
    package init(input: AudioInput, readers count: Int) throws(CaptureError) {
        let engine = try CaptureEngine(input: input)
        var readers: [CaptureReader] = []
        for _ in 0..<count { readers.append(try engine.makeReader()) }
        let descriptors = readers.map(\.wakeDescriptor)

        let clock = MonotonicClock()
        var arrivals: [(frame: UInt64, time: Duration)] = []
        var latencies: [Duration] = []
        arrivals.reserveCapacity(100_000)
        latencies.reserveCapacity(100_000)
        let before = Self.processorTime
        try engine.start()
        let sourceRate = engine.format?.sampleRate ?? AudioFormat.recognition.sampleRate

        var open = count
        while open > 0 {
            for (index, reader) in readers.enumerated() {
                while let item = reader.next() {
                    switch item {
                    case .frames(let first, let samples) where index == 0:
                        let now = clock.now
                        let end = first + UInt64(samples.count)
                        arrivals.append((end, now))
                        if let arrival = Self.arrival(of: end, in: engine, at: sourceRate) {
                            latencies.append(now - arrival)
                        }
                    case .end: open -= 1
                    default: continue
                    }
                }
            }
            if open > 0 { Descriptors.waitUntilReadable(descriptors, within: .seconds(1)) }
        }

        processorTime = Self.processorTime - before
        let rate = AudioFormat.recognition.sampleRate
        audioTime = .frames(arrivals.last?.frame ?? 0, at: rate)
        let offsets = arrivals.map { $0.time - .frames($0.frame, at: rate) }
        let earliest = offsets.min() ?? .zero
        lateness = offsets.map { $0 - earliest }.sorted()
        self.latencies = latencies.sorted()
    }

    /// The latency or lateness that this share (0 to 1) of all periods stay below.
    package static func quantile(_ share: Double, of figures: [Duration]) -> Duration {
        figures.isEmpty ? .zero : figures[Int((Double(figures.count - 1) * share).rounded())]
    }

    /// When the frame before `end` reached the rings: what has come since then took as long as it lasts. Nil before any has.
    private static func arrival(
        of end: UInt64, in engine: CaptureEngine, at sourceRate: Int
    ) -> Duration? {
        var counters = engine.counters
        // Until all of them are of one turn.
        while true {
            let again = engine.counters
            if again == counters { break }
            counters = again
        }
        let captured = Duration.frames(counters.framesCaptured, at: sourceRate)
        let since = captured - .frames(end, at: AudioFormat.recognition.sampleRate)
        return counters.lastFrames.map { $0 - max(.zero, since) }
    }

    /// User and system time of this process.
    package static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

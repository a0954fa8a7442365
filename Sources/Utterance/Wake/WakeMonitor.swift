import Platform

/// Looks for wake phrases in all sound, so that none is missed for having begun too early, and says when one is over.
///
/// Owned by the segmenter's thread.
struct WakeMonitor {
    /// How far the search may fall behind: a phrase that is found later is too late to act on.
    static let longestLag = Duration.seconds(3)
    /// Minimum time between two warnings.
    private static let lagInterval = Duration.seconds(3600)

    private let spotter: any WakeSearch
    private let sampleRate: Int
    /// Whether each block is searched before the next is heard.
    private let isLockstep: Bool
    /// Called with everything that sounded like a wake phrase.
    private let witness: ((WakeDetection) -> Void)?
    private var phraseEnd: WakePhraseEnd
    private var gate: VoiceGate
    /// Time of the last warning.
    private var lastWarningAt: UInt64?

    init(
        _ spotter: any WakeSearch, sampleRate: Int, isLockstep: Bool, witness: ((WakeDetection) -> Void)?
    ) {
        self.spotter = spotter
        self.sampleRate = sampleRate
        phraseEnd = WakePhraseEnd(sampleRate: sampleRate)
        gate = VoiceGate(sampleRate: sampleRate)
        self.isLockstep = isLockstep
        self.witness = witness
    }

    /// Readable while detections wait.
    var wakeDescriptor: Int32 { spotter.wakeDescriptor }

    /// Takes the next block, which the history has.
    ///
    /// - Parameter estimate: of the front end; in noise in which it takes nothing for speech for a while, the search rests.
    mutating func process(
        _ samples: UnsafeBufferPointer<Int16>, first: UInt64, estimate: SpeechEstimate?,
        history: PreRollBuffer
    ) -> [UtteranceSegmenter.Event] {
        var lag: [UtteranceSegmenter.Event] = []
        if gate.pass(samples, first: first, estimate: estimate, to: spotter.feed(_:first:)) {
            if isLockstep { spotter.settle() }
            lag = shed(upTo: first + UInt64(samples.count))
        }
        takeDetections()
        return lag + (phraseEnd.process(history, first: first).map { [.woke($0)] } ?? [])
    }

    /// Takes what was found, without waiting for a block: one may be long in coming, and `wakeDescriptor` is readable
    /// meanwhile.
    mutating func takeDetections() {
        while let detection = spotter.next() {
            witness?(detection)
            if detection.isAccepted {
                phraseEnd.begin(detection)
            } else {
                Log.debug("'\(detection.phrase)' was not believed, score \(detection.score)", from: "wake")
            }
        }
    }

    /// Leaves out sound that waits to be searched: it would wait longer and longer, and take memory without end. A search
    /// that has failed begins anew.
    private mutating func shed(upTo end: UInt64) -> [UtteranceSegmenter.Event] {
        guard end > spotter.heardUntil + Self.longestLag.frames(at: sampleRate) else { return [] }
        spotter.reset(at: end)
        if let last = lastWarningAt, end < last + Self.lagInterval.frames(at: sampleRate) { return [] }
        lastWarningAt = end
        return [.fellBehind]
    }

    /// What comes next, from `frame` on, does not follow on the sound before, whose detections are dropped.
    mutating func reset(at frame: UInt64) {
        phraseEnd.reset()
        gate.reset(at: frame)
        spotter.reset(at: frame)
    }
}

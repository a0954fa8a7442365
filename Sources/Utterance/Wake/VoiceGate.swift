import Platform

/// Keeps noise in which nobody speaks from the search for wake phrases, which is most of what listening in noise costs.
///
/// It lets sound through while the noise reduction takes it for speech rather than not (``SpeechEstimate``), over a tenth of a second,
/// and for a while after; and all sound where there is not much noise, in which the noise reduction may not know a quiet voice. The
/// newest 1.5 s of what it holds back are searched when it opens: a phrase has begun by then, and how it begins and what was before it is
/// asked, too.
///
/// Of 70 phrases, 10 and 5 dB above a kitchen, a street, rain, a dishwasher, white noise and pink noise, one of 840 does not open it.
/// Without a phrase two pieces of kitchen hold it open for 0.44 and 0.26 of the time, rain for 0.33, a street for 0.06, a dishwasher for
/// 0.02. Owned by one thread.
///
/// ```swift
/// gate.pass(samples, first: frame, estimate: frontEnd.speechEstimate, to: spotter.feed(_:first:))
/// ```
struct VoiceGate {
    /// How much is searched when it opens.
    static let memory = Duration.milliseconds(1500)
    /// How long it stays open after the last voice. With `memory` it is what a search may fall behind: what that has not told yet
    /// is dropped when it goes on elsewhere.
    static let patience = Duration.seconds(2)

    /// Above is a voice. With 0.5 a kitchen held it open for 0.64 to 0.92 of the time, with 0.9 four of 100 phrases as loud as the
    /// kitchen did not open it.
    private static let voice: Float = 0.7
    /// Noise no louder than this, in dBFS, does not shut it. Of 139 phrases without noise 4 would not open it, 20 dB quieter 10 and 30 dB
    /// quieter 28. Of those 840, 20 dB quieter, the noise is louder than this in 447, and 4 do not open it; with -60 it is in 625, and 6.
    private static let quiet = -57.0
    /// Blocks of 10 ms that it is asked of together.
    private static let span = 10

    private let patience: Int
    /// Of the newest blocks.
    private var probabilities: [Float] = []
    /// Samples since the last voice.
    private var unvoiced = 0
    /// What was held back.
    private var kept: PreRollBuffer

    /// An open one.
    init(sampleRate: Int = 16_000) {
        patience = Int(Self.patience.frames(at: sampleRate))
        kept = PreRollBuffer(capacity: Int(Self.memory.frames(at: sampleRate)))
    }

    /// Takes the next 10 ms or so, and hands on what is to be searched: these, after what was held back, or nothing.
    ///
    /// - Parameters:
    ///   - first: their first frame on the capture clock. What was held back before a gap is forgotten.
    ///   - estimate: of the newest sound; nil where there is none, and everything is let through.
    ///   - search: takes samples and their first frame.
    /// - Returns: whether they are let through; otherwise they are kept.
    mutating func pass(
        _ samples: UnsafeBufferPointer<Int16>, first: UInt64, estimate: SpeechEstimate?,
        to search: (_ samples: UnsafeBufferPointer<Int16>, _ first: UInt64) -> Void
    ) -> Bool {
        unvoiced = isNoise(estimate) ? unvoiced + samples.count : 0
        guard isOpen else {
            kept.append(samples, first: first, isSpeech: false, level: 0)
            return false
        }
        if kept.start < kept.end, kept.end == first {
            let (first, samples) = kept.since(kept.start)
            samples.withUnsafeBufferPointer { search($0, first) }
        }
        kept.clear(at: first + UInt64(samples.count))
        search(samples, first)
        return true
    }

    /// Whether it lets sound through.
    var isOpen: Bool { unvoiced < patience }

    /// Whether there is loud noise, and no voice in it.
    private mutating func isNoise(_ estimate: SpeechEstimate?) -> Bool {
        guard let estimate, let level = estimate.noiseLevel else {
            probabilities = []
            return false
        }
        if probabilities.count == Self.span { probabilities.removeFirst() }
        probabilities.append(estimate.probability)
        return level > Self.quiet && probabilities.reduce(0, +) <= Self.voice * Float(Self.span)
    }

    /// The next sound does not follow on what came before: it forgets what it holds back, and opens.
    mutating func reset(at frame: UInt64) {
        probabilities = []
        unvoiced = 0
        kept.clear(at: frame)
    }
}

import Decoding

/// The cepstral mean that the first look subtracts, and how far it may be used yet.
///
/// A mean of the speech before tells a new speaker's level and microphone wrongly, and what is normalised by it fits no phrase. So
/// after a pause, and where sound is far louder than the mean tells, little of what was learned counts, and the search waits until
/// the mean knows the new sound: not longer than a short phrase takes, so that none is found later for it.
///
/// ```swift
/// mean.learn(from: fresh, first: frame)
/// let frames = searched..<mean.usable(until: cepstra.frames.upperBound)
/// search(cepstra.normalized(frames, mean: mean.values))
/// ```
struct TriggerMean {
    /// Frames of speech over which the mean fades: 5 s.
    private static let memory = 500
    /// Weight of the mean that comes with the model, in frames.
    private static let weight = 100
    /// Frames without speech after which somebody else may speak, from elsewhere in the room: 1 s.
    private static let pauseLength = 100
    /// How far above the mean c0 of a new sound lies: 13 dB. Where a room's noise was taken for speech, it is the speech.
    private static let louder: Float = 15
    /// Weight of the mean before a new sound, in frames.
    private static let weightBefore = 5
    /// Frames of a new sound that the mean knows before they are searched: 0.4 s, but no frame waits for longer than twice that.
    private static let lead = 40

    private let dimension: Int
    private var mean: RunningMean
    private var gate = SpeechGate()
    /// Frames without speech up to the newest one; before the first, nobody has spoken.
    private var pause = pauseLength
    /// The first frame that waits, and where the newest sound began: first a breath, then a word.
    private var onset: (first: Int, newest: Int)?

    /// - Parameters:
    ///   - values: what comes with the model.
    ///   - dimension: coefficients of a frame.
    init(_ values: [Float], dimension: Int) {
        self.dimension = dimension
        mean = RunningMean(values, weight: Self.weight, memory: Self.memory)
    }

    /// One value a coefficient.
    var values: [Float] { mean.values }

    /// Begins with what was learned earlier.
    mutating func set(_ values: [Float]) {
        mean = RunningMean(values, weight: Self.memory, memory: Self.memory)
    }

    /// Frames are counted anew; what was learned is kept.
    mutating func restart() {
        onset = nil
    }

    /// Takes in what is speech among the newest frames.
    ///
    /// - Parameters:
    ///   - frames: their coefficients, one frame after the other.
    ///   - first: the first one's number.
    mutating func learn(from frames: [Float], first: Int) {
        for (frame, start) in zip(first..., stride(from: 0, to: frames.count, by: dimension)) {
            let level = frames[start]
            guard gate.passes(level) else {
                pause += 1
                continue
            }
            if pause >= Self.pauseLength || level > mean.values[0] + Self.louder {
                mean.limitWeight(to: Self.weightBefore)
                onset = (onset?.first ?? frame, frame)
            }
            pause = 0
            mean.add(frames[start..<start + dimension])
        }
    }

    /// Up to where frames can be normalised by the mean.
    ///
    /// - Parameter end: of the frames that are known.
    mutating func usable(until end: Int) -> Int {
        guard let onset, end - onset.newest < Self.lead, end - onset.first < 2 * Self.lead else {
            onset = nil
            return end
        }
        return onset.first
    }
}

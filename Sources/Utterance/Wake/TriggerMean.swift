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
    /// Weight of all but the level after such a pause, in frames: of 120 recordings of many microphones, 2.5 s apart, 20 are
    /// missed with it, and 30 without. As little as of the level would be too little, since a few frames tell less about a voice.
    private static let weightAfterPause = 20
    /// How far above the mean c0 of a new sound lies: 13 dB. Where a room's noise was taken for speech, it is the speech.
    private static let louder: Float = 15
    /// Weight of the level before a new sound, in frames.
    private static let levelWeight = 5
    /// Frames of a new sound that the mean knows before they are searched: 0.4 s, but no frame waits for longer than twice that.
    private static let lead = 40

    private let dimension: Int
    /// Of c0, and of the other coefficients.
    private var level: RunningMean
    private var shape: RunningMean
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
        level = RunningMean([values[0]], weight: Self.weight, memory: Self.memory)
        shape = RunningMean(Array(values[1...]), weight: Self.weight, memory: Self.memory)
    }

    /// One value a coefficient.
    var values: [Float] { level.values + shape.values }

    /// Begins with what was learned earlier.
    mutating func set(_ values: [Float]) {
        level = RunningMean([values[0]], weight: Self.memory, memory: Self.memory)
        shape = RunningMean(Array(values[1...]), weight: Self.memory, memory: Self.memory)
    }

    /// Frames are counted anew; what was learned is kept.
    ///
    /// - Parameter skipped: frames that have passed since the last one.
    mutating func restart(after skipped: Int) {
        onset = nil
        gate.skip(skipped)
        pause += skipped
    }

    /// Takes in what is speech among the newest frames.
    ///
    /// - Parameters:
    ///   - frames: their coefficients, one frame after the other.
    ///   - first: the first one's number.
    mutating func learn(from frames: [Float], first: Int) {
        for (frame, start) in zip(first..., stride(from: 0, to: frames.count, by: dimension)) {
            let c0 = frames[start]
            guard gate.passes(c0) else {
                pause += 1
                continue
            }
            if pause >= Self.pauseLength { shape.limitWeight(to: Self.weightAfterPause) }
            if pause >= Self.pauseLength || c0 > level.values[0] + Self.louder {
                level.limitWeight(to: Self.levelWeight)
                onset = (onset?.first ?? frame, frame)
            }
            pause = 0
            level.add(CollectionOfOne(c0))
            shape.add(frames[start + 1..<start + dimension])
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

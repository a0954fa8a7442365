/// Notices a microphone that is dead, muted or overdriven, by the sound it gives.
///
/// A living microphone never gives one constant value: even in silence its last bits move. An overdriven one spends much
/// of its time at full scale.
struct SignalWatch {
    /// So long must a constant value last to be called silence.
    static let silenceFrames = 3 * AudioFormat.recognition.sampleRate
    /// Sound is judged for clipping in stretches of a second, and at one clipped sample in a hundred.
    static let clippingFrames = AudioFormat.recognition.sampleRate
    static let clippingShare = 100
    /// So many of these must be clean, one after another, before an overdriven microphone is called well: loud noise comes and
    /// goes, and the volume is as wrong in between.
    static let cleanStretches = 60

    /// The value that sound may be standing still at; nil where nothing is known yet.
    private var constant: Int16?
    private var constantFrames = 0
    private var isSilent = false

    private var meter = LevelMeter()
    private var isClipping = false
    private var clean = 0

    /// Takes in sound; what there is to say about it, at most once a change.
    mutating func observe(_ samples: UnsafeBufferPointer<Int16>) -> CaptureEvent? {
        watchSilence(samples) ?? watchClipping(samples)
    }

    /// After a gap nothing is known about the sound before it, but silence stays silence until there is sound.
    mutating func restart() {
        constant = nil
        if !isSilent { constantFrames = 0 }
        meter.reset()
    }

    private mutating func watchSilence(_ samples: UnsafeBufferPointer<Int16>) -> CaptureEvent? {
        for sample in samples {
            // One step up or down is a converter's dither around its offset, not sound.
            let value = constant ?? sample
            if abs(Int(sample) - Int(value)) <= 1 {
                constant = value
                constantFrames += 1
            } else {
                constant = sample
                constantFrames = 1
            }
        }
        let wasSilent = isSilent
        isSilent = constantFrames >= Self.silenceFrames
        if isSilent == wasSilent { return nil }
        if isSilent { return .silent }
        // What is said to be audible is said to be well, so that what is wrong with it has to be told anew.
        isClipping = false
        clean = 0
        return .audible
    }

    private mutating func watchClipping(_ samples: UnsafeBufferPointer<Int16>) -> CaptureEvent? {
        meter.measure(samples)
        guard meter.sampleCount >= Self.clippingFrames else { return nil }
        defer { meter.reset() }
        if meter.clipCount * Self.clippingShare >= meter.sampleCount {
            clean = 0
            defer { isClipping = true }
            return isClipping ? nil : .clipping
        }
        clean += 1
        guard isClipping, !isSilent, clean >= Self.cleanStretches else { return nil }
        isClipping = false
        return .audible
    }
}

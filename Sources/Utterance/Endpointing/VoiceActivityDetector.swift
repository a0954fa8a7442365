import Decoding

/// Tells speech from background, 10 ms at a time.
///
/// It compares the level of a block with that of the background, which it tracks as the least level of the last three
/// seconds: speech rises and falls many times a second, while a fan, a hum or rain stay where they are. So a steady
/// noise that sets in is taken for speech for three seconds at most, and a start in the middle of a word is speech at
/// once. The decision has hysteresis and no hangover: short pauses are the endpointer's matter.
///
/// The noise reduction's own idea of speech (``NoiseReduction/speechProbability``) is not asked. Taking loud sound for background where
/// that was below 0.2, of somebody it had heard, answered half of 61 orders in kitchen noise at 12 dB within 226 ms instead of 273; but
/// a weak "and" is no speech to it, either: of 199 orders without noise three were cut off before it, and one as it is.
///
/// Costs a multiplication or two a sample; a plain value without allocation per block.
///
///     var detector = VoiceActivityDetector()
///     let isSpeech = detector.process(block)      // 160 samples, 16 kHz mono
package struct VoiceActivityDetector: Sendable {
    /// Levels in decibels, relative to full scale or to the background.
    ///
    /// ```swift
    /// var thresholds = VoiceActivityDetector.Thresholds()
    /// thresholds.least = -80          // a microphone whose gain cannot be raised
    /// var detector = VoiceActivityDetector(thresholds: thresholds)
    /// ```
    package struct Thresholds: Sendable, Hashable {
        /// Above the background by this much, in dB, speech begins.
        package var onset = 9.0
        /// Speech goes on while it is above the background by this much, in dB.
        package var release = 6.0
        /// Nothing below this level, in dBFS, is speech: a microphone's own hiss is not. Of 150 orders, 30 dB quieter than
        /// they were recorded, 57 are right and 39 wrong, cut into pieces, with -62; 129 and 13 with -70. Lower, sneezes begin
        /// to sound like orders.
        package var least = -70.0
        /// The background is not taken to be louder than this, in dBFS, before three seconds have been heard.
        package var assumedBackground = -55.0

        /// Those for a microphone at a usual level.
        package init() {}
    }

    /// May be changed at any time; the next block is judged by them.
    package var thresholds: Thresholds

    /// Level of the newest block, pre-emphasised and freed of clicks, in dBFS (negative): -100 for digital silence.
    package private(set) var level = PreEmphasis.silence
    /// Level of the background, likewise.
    package private(set) var background = PreEmphasis.silence
    /// What the newest block was taken for; false before the first.
    package private(set) var isSpeech = false

    private var emphasis = PreEmphasis()
    /// Of the block before and of the one before that.
    private var earlierEnergies: (Double, Double)?
    private var quietest = MinimumTracker()

    /// By how much the least of many levels lies below their mean.
    private static let minimumBias = 2.0

    /// Before any sound; a detector is for one stream.
    package init(thresholds: Thresholds = Thresholds()) {
        self.thresholds = thresholds
    }

    /// Takes the next 10 ms, and tells whether they are speech.
    ///
    /// - Parameter block: 160 samples of 16 kHz mono; a shorter last block will do.
    package mutating func process(_ block: UnsafeBufferPointer<Int16>) -> Bool {
        let energy = energy(of: block)
        let (last, secondLast) = earlierEnergies ?? (energy, energy)
        earlierEnergies = (energy, last)
        // The median of three: a click fills one block only.
        let median = max(min(energy, last), min(max(energy, last), secondLast))
        level = PreEmphasis.level(ofMeanSquare: median)
        trackBackground()
        let threshold = background + (isSpeech ? thresholds.release : thresholds.onset)
        isSpeech = level >= max(threshold, thresholds.least)
        return isSpeech
    }

    /// Mean square of the block after pre-emphasis; 1 is full scale.
    private mutating func energy(of block: UnsafeBufferPointer<Int16>) -> Double {
        guard !block.isEmpty else { return 0 }
        var sum = 0.0
        for sample in block { sum += emphasis.power(of: sample) }
        return sum / Double(block.count)
    }

    private mutating func trackBackground() {
        quietest.follow(level)
        let least = quietest.least + Self.minimumBias
        background = quietest.isFull ? least : min(least, thresholds.assumedBackground)
    }
}

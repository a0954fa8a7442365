/// What sound goes through between capture and all that listens to it: the endpointer, the wake spotter, the decoders.
///
/// Without stages, which is how it comes, sound passes untouched and uncopied: the stock models hear nothing below 130 Hz,
/// and their cepstral mean takes out a steady gain. The endpointer, whose levels are absolute, and a microphone that is far
/// too quiet or changes its level are what the stages are for. A stage of one's own goes in beside them.
///
/// Evidence: 150 drink orders; right, wrong and refused, and the median from the last word's end to the command.
///
/// | sound | untouched | high-pass at 80 Hz | gain control |
/// |---|---|---|---|
/// | as recorded | 146, 2, 2; 0.18 s | 144, 2, 4; 0.18 s | 147, 1, 2; 0.18 s |
/// | 30 dB quieter | 140, 8, 2; 0.10 s | 139, 8, 3; 0.11 s | 144, 4, 2; 0.19 s |
/// | kitchen noise, 12 dB | 132, 10, 8; 0.19 s | 130, 10, 10; 0.20 s | 128, 10, 12; 0.17 s |
/// | hum of 50 Hz, 0 dB | 114, 18, 18; 0.09 s | 143, 5, 2; 0.08 s | 114, 20, 16; 0.06 s |
/// | rumble below 60 Hz, 0 dB (before the pack's variants) | 120, 2, 28; 0.33 s | 123, 1, 26; 0.29 s | 124, 1, 25; 0.31 s |
/// | taken for an order, of 523 others | 0 | 0 | 0 |
///
/// So the filter is for hum, the gain control for a microphone that stays too quiet, and neither for anything
/// else.
///
///     let frontEnd = FrontEnd(FrontEndOptions(highPass: 80))
///     detector.process(frontEnd.process(block))
///
/// One thread owns it; it allocates nothing after it was made.
package final class FrontEnd {
    /// The most samples that `process` takes at once: 0.1 s at 16 kHz.
    package static let longestBlock = 1600

    private let stages: [any ProcessingStage]
    private let buffer: UnsafeMutableBufferPointer<Int16>
    /// How late sound comes out, in samples: as late as all stages together make it. So much silence at the end of a stream
    /// brings out the last of its sound.
    package let delay: Int
    /// How much of what comes out next is of before the sound began.
    private var lead: Int

    /// A front end with stages of one's own.
    ///
    /// - Parameter stages: what is done, in this order; none of them may be in another front end, too.
    package init(stages: [any ProcessingStage]) {
        self.stages = stages
        delay = stages.reduce(0) { $0 + $1.delay }
        lead = delay
        buffer = .allocate(capacity: stages.isEmpty ? 0 : Self.longestBlock)
        buffer.initialize(repeating: 0)
    }

    /// The stages that `options` ask for: the filter first, so that hum is not taken for level, and noise before the gain, so
    /// that it is not raised.
    ///
    /// - Parameters:
    ///   - options: a cutoff lies above 0 and below half the sample rate.
    ///   - noise: what the noise reduction has learned; without it there is none.
    ///   - sampleRate: in Hz. The gain control's times are those of 16 kHz, for which the noise reduction is made.
    package convenience init(
        _ options: FrontEndOptions, noise: NoiseWeights? = nil, sampleRate: Int = 16_000
    ) {
        var stages: [any ProcessingStage] = []
        if let cutoff = options.highPass {
            stages.append(HighPassFilter(cutoff: cutoff, sampleRate: sampleRate))
        }
        if options.reducesNoise, let noise { stages.append(NoiseReduction(noise)) }
        if options.controlsGain { stages.append(GainControl()) }
        self.init(stages: stages)
    }

    deinit { buffer.deallocate() }

    /// The next samples that are finished, mono, and where they were captured; valid until the next call.
    ///
    /// A stage that looks ahead makes them late: what comes first after a start or a ``reset()`` is less than went in, or nothing,
    /// and from then on as much.
    ///
    /// - Parameters:
    ///   - block: ``longestBlock`` samples at most; they are not changed.
    ///   - first: the block's first frame on the capture clock.
    package func process(
        _ block: UnsafeBufferPointer<Int16>, first: UInt64
    ) -> (samples: UnsafeBufferPointer<Int16>, first: UInt64) {
        let unfinished = min(lead, block.count)
        let late = UInt64(delay - lead)
        lead -= unfinished
        return (UnsafeBufferPointer(rebasing: process(block)[unfinished...]), first - late)
    }

    /// As many samples as go in, those of the stages' delay first: for who does not ask where they were captured.
    ///
    /// - Parameter block: ``longestBlock`` samples at most; they are not changed.
    package func process(_ block: UnsafeBufferPointer<Int16>) -> UnsafeBufferPointer<Int16> {
        guard !stages.isEmpty, !block.isEmpty else { return block }
        precondition(block.count <= Self.longestBlock)
        let samples = UnsafeMutableBufferPointer(rebasing: buffer[..<block.count])
        _ = samples.update(from: block)
        for stage in stages { stage.process(samples) }
        return UnsafeBufferPointer(samples)
    }

    /// Forgets all sound: at the start of another stream, and after a gap.
    package func reset() {
        for stage in stages { stage.reset() }
        lead = delay
    }
}

/// Which stages a front end has; none unless asked for.
///
/// ```swift
/// let frontEnd = FrontEnd(FrontEndOptions(highPass: 80, controlsGain: true))
/// ```
package struct FrontEndOptions: Sendable, Hashable {
    /// Takes away what lies below this frequency, in Hz: hum, rumble, handling. 60 to 120 spares speech; the stock models
    /// do not listen below 130 Hz anyway, but the endpointer does.
    package var highPass: Double?
    /// Brings speech to an even level, for a microphone whose own gain cannot be raised.
    package var controlsGain: Bool
    /// Takes out noise by the trained network of the model pack (``NoiseReduction``); sound is then 20 ms late.
    package var reducesNoise: Bool

    /// - Parameters:
    ///   - highPass: in Hz; nil leaves all frequencies.
    ///   - controlsGain: whether the level is evened.
    ///   - reducesNoise: whether noise is taken out.
    package init(highPass: Double? = nil, controlsGain: Bool = false, reducesNoise: Bool = false) {
        self.highPass = highPass
        self.controlsGain = controlsGain
        self.reducesNoise = reducesNoise
    }
}

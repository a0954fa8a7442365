/// What sound goes through between capture and all that listens to it: the endpointer, the wake spotter, the decoders.
///
/// Without stages, sound passes unchanged and uncopied; the appliance takes noise out unless told otherwise, and so do recognizers
/// of programs. The stock models use nothing below 130 Hz, and their cepstral mean removes a steady gain. The high-pass filter is
/// against hum, the gain control for a microphone that is always too quiet (Figures, "Commands"); on other sound, both cost some
/// commands.
///
///     let frontEnd = FrontEnd(FrontEndOptions(highPass: 80))
///     detector.process(frontEnd.process(block))
///
/// One thread owns it; it allocates nothing after it was made.
package final class FrontEnd {
    /// The most samples that `process` takes at once: 0.1 s at 16 kHz.
    package static let longestBlock = 1600

    private let stages: [any ProcessingStage]
    private let noiseReduction: NoiseReduction?
    private let buffer: UnsafeMutableBufferPointer<Int16>
    /// How late sound comes out, in samples: as late as all stages together make it. So much silence at the end of a stream
    /// brings out the last of its sound.
    package let delay: Int
    /// How much of what comes out next is of before the sound began.
    private var lead: Int

    /// A front end of these stages.
    ///
    /// - Parameter stages: what is done, in this order; none of them may be in another front end, too.
    package init(stages: [any ProcessingStage]) {
        self.stages = stages
        noiseReduction = stages.lazy.compactMap { $0 as? NoiseReduction }.first
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

    /// Whether there is speech in the newest sound that came in (``NoiseReduction/speechEstimate``); nil without noise reduction.
    package var speechEstimate: SpeechEstimate? { noiseReduction?.speechEstimate }

    /// The next samples that are finished, mono, and where they were captured; valid until the next call.
    ///
    /// A stage that looks ahead makes them late: what comes first after a start or a ``reset()`` is less than went in,
    /// or nothing, and from then on as much.
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

    /// As many samples as go in, those of the stages' delay first: for callers that need no capture times.
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

    /// Forgets how loud the microphone is: another one may be heard from now on.
    func forgetMicrophone() {
        for case let gain as GainControl in stages { gain.forgetMicrophone() }
    }
}

import Capture
import Decoding
import Models
import Utterance

/// The appliance's search for wake phrases alone: sound goes in, places that sounded like one come out.
///
/// ```swift
/// let search = try OfflineWakeSearch(configuration)
/// for detection in search.process(samples) where detection.isAccepted { print(detection.phrase) }
/// ```
///
/// One thread at a time may use it; several may run at once.
package final class OfflineWakeSearch {
    /// What was found since it was last told.
    private final class Findings {
        var detections: [WakeDetection] = []
    }

    /// Hears as the appliance does, and is never asked to begin an utterance.
    private let segmenter: UtteranceSegmenter
    private let findings = Findings()
    private var framesProcessed = UInt64(0)

    /// Loads the model of the configured language.
    ///
    /// - Parameters:
    ///   - configuration: One with wake phrases.
    ///   - refractoryTime: As in `WakeSpotter.Options.refractoryTime`.
    /// - Throws: `ApplianceError.unavailable` when there is no phrase, no usable model, or a word without pronunciation,
    ///   `.configuration` when no model speaks the configuration's language.
    package init(
        _ configuration: ApplianceConfiguration,
        refractoryTime: Duration = WakeSpotter.Options().refractoryTime
    ) throws(ApplianceError) {
        do {
            let pack = try configuration.modelPack()
            for problem in pack.checkForAppliance(readingWhole: false) { throw problem }
            let noise = try DecoderFactory.noise(for: configuration, pack)
            var options = WakeSpotter.Options()
            options.refractoryTime = refractoryTime
            guard
                let spotter = try DecoderFactory.spotter(
                    for: configuration, pack, pack.phoneWeights(), options: options)
            else {
                throw ApplianceError.unavailable("there is no wake phrase; add 'wake: \"okay workshop\"'")
            }
            segmenter = UtteranceSegmenter(
                configuration, decoders: Decoders(utterance: NoWordSearch(), wake: spotter, noise: noise),
                isLockstep: true
            ) { [findings] in findings.detections.append($0) }
        } catch {
            throw ApplianceError(error, in: configuration)
        }
    }

    /// Searches the samples that follow, 16 kHz mono, as fast as possible.
    ///
    /// - Returns: What was found, in frames since the very first sample. A phrase at the end is found only when 0.3 s or more
    ///   follow it.
    package func process(_ samples: [Int16]) -> [WakeDetection] {
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: CaptureReader.blockFrames) {
                let block = samples[start..<min(start + CaptureReader.blockFrames, samples.count)]
                _ = segmenter.process(
                    UnsafeBufferPointer(rebasing: block), first: framesProcessed + UInt64(start))
            }
        }
        framesProcessed += UInt64(samples.count)
        defer { findings.detections = [] }
        return findings.detections
    }
}

/// In the place of the search for words: there are no utterances.
private final class NoWordSearch: WordSearch {
    let wakeDescriptors: [Int32] = []
    func begin(firstFrame: UInt64, request: UtteranceRequest) {}
    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {}
    func finish() {}
    func cancel() {}
    func next() -> UtteranceUpdate? { nil }
    func settle() {}
    func forget() {}
}

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
    /// 16 kHz frames that have been processed.
    package private(set) var framesProcessed: UInt64 = 0

    private let spotter: WakeSpotter
    private let frontEnd: FrontEnd

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
            for problem in pack.check(readingWhole: false) { throw problem }
            frontEnd = FrontEnd(
                configuration.frontEnd, noise: try DecoderFactory.noise(for: configuration, pack))
            var options = WakeSpotter.Options()
            options.refractoryTime = refractoryTime
            guard let spotter = try DecoderFactory.spotter(for: configuration, pack, options: options) else {
                throw ApplianceError.unavailable("there is no wake phrase; add 'wake: \"okay workshop\"'")
            }
            self.spotter = spotter
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
            for start in stride(from: 0, to: samples.count, by: FrontEnd.longestBlock) {
                let block = samples[start..<min(start + FrontEnd.longestBlock, samples.count)]
                let (sound, first) = frontEnd.process(
                    UnsafeBufferPointer(rebasing: block), first: framesProcessed + UInt64(start))
                if !sound.isEmpty { spotter.feed(sound, first: first) }
            }
        }
        framesProcessed += UInt64(samples.count)
        spotter.settle()
        var detections: [WakeDetection] = []
        while let detection = spotter.next() { detections.append(detection) }
        return detections
    }
}

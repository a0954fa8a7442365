import Capture
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
    private var gate: QuietGate
    private var voiceGate = VoiceGate()
    /// Found since it was last told.
    private var detections: [WakeDetection] = []

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
            gate = QuietGate(raisesGain: configuration.frontEnd.controlsGain)
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
            for start in stride(from: 0, to: samples.count, by: CaptureReader.blockFrames) {
                let block = samples[start..<min(start + CaptureReader.blockFrames, samples.count)]
                process(UnsafeBufferPointer(rebasing: block), first: framesProcessed + UInt64(start))
            }
        }
        framesProcessed += UInt64(samples.count)
        takeDetections()
        defer { detections = [] }
        return detections
    }

    /// Hears a block of 10 ms as the appliance does, which rests in quiet and in noise in which nobody speaks.
    private func process(_ block: UnsafeBufferPointer<Int16>, first: UInt64) {
        guard gate.passes(block, first: first, isNeeded: false) else {
            // What the search still has is dropped when it goes on elsewhere.
            return takeDetections()
        }
        gate.release { feed($0, first: $1) }
        feed(block, first: first)
    }

    private func takeDetections() {
        spotter.settle()
        while let detection = spotter.next() { detections.append(detection) }
    }

    private func feed(_ block: UnsafeBufferPointer<Int16>, first: UInt64) {
        let (sound, first) = frontEnd.process(block, first: first)
        guard !sound.isEmpty else { return }
        let isSearched = voiceGate.pass(
            sound, first: first, estimate: frontEnd.speechEstimate, to: spotter.feed(_:first:))
        if !isSearched { takeDetections() }
    }
}

import Appliance
import Platform
import Utterance

/// Recordings, one after the other, as one microphone would hear them, searched for wake phrases.
///
/// Half a second of quiet goes before and after each: a phrase is found only once what follows it is heard, and
/// recordings are often cut close.
struct OfflineWakeListening {
    private let search: OfflineWakeSearch

    /// - Parameter refractoryTime: None, to find every place.
    init(
        _ configuration: ApplianceConfiguration,
        refractoryTime: Duration = WakeSpotter.Options().refractoryTime
    ) throws(EvaluationError) {
        do {
            search = try OfflineWakeSearch(configuration, refractoryTime: refractoryTime)
        } catch {
            throw .recording(reason: "\(error)")
        }
    }

    /// What sounded like a wake phrase in the next recording, in frames since its beginning.
    ///
    /// - Parameters:
    ///   - noise: Is mixed into the recording and the quiet around it.
    ///   - index: The recording's place in its set.
    func detections(
        in recording: [Int16], noise: NoiseMix? = nil, index: Int = 0
    ) -> [(detection: WakeDetection, at: Range<Int>)] {
        let start = Int(search.framesProcessed) + Self.margin.count
        let framed = Self.margin + recording + Self.margin
        return search.process(noise?.add(to: framed, index: index) ?? framed).map { detection in
            (detection, Int(detection.start) - start..<Int(detection.end) - start)
        }
    }

    /// Half a second of a quiet room's hiss: digital silence is nothing that a microphone gives.
    private static let margin: [Int16] = {
        var random = SeededGenerator(seed: 1)
        return (0..<8000).map { _ in Int16.random(in: -8...7, using: &random) }
    }()
}

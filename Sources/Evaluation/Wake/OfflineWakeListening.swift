import Appliance
import Platform
import Utterance

/// Searches recordings for wake phrases, each as if it were the first: a search that goes on would know the level of louder
/// recordings, and miss a quiet one. Of 120 recordings of many microphones one that went on missed 32, of which 29 quiet ones by
/// themselves were all found. A new one is made in some hundredths of a second.
///
/// Half a second of quiet goes before and after each: a phrase is found only once what follows it is heard, and
/// recordings are often cut close.
struct OfflineWakeListening {
    let configuration: ApplianceConfiguration
    /// None, to find every place.
    var refractoryTime = WakeSpotter.Options().refractoryTime

    /// What sounded like a wake phrase in a recording, in frames since its beginning, and how many it has. It may be as long as it
    /// will.
    ///
    /// - Parameters:
    ///   - path: The recording.
    ///   - noise: Is mixed into the recording and the quiet around it.
    ///   - index: The recording's place in its set.
    func search(
        _ path: String, noise: NoiseMix? = nil, index: Int = 0
    ) throws(EvaluationError) -> (found: [(detection: WakeDetection, at: Range<Int>)], frames: Int) {
        let search: OfflineWakeSearch
        do {
            search = try OfflineWakeSearch(configuration, refractoryTime: refractoryTime)
        } catch {
            throw .recording(reason: "\(error)")
        }
        let sound = RecordedSound(path: path, margin: Self.margin)
        var detections: [WakeDetection] = []
        var frames = -2 * Self.margin.count
        func hear(_ piece: [Int16]) {
            detections += search.process(piece)
            frames += piece.count
        }
        if let noise { try noise.add(to: sound, index: index, hear) } else { try sound.forEachPiece(hear) }
        let start = Self.margin.count
        let found = detections.map { detection in
            (detection: detection, at: Int(detection.start) - start..<Int(detection.end) - start)
        }
        return (found, frames)
    }

    /// Half a second of a quiet room's hiss: digital silence is nothing that a microphone gives.
    private static let margin: [Int16] = {
        var random = SeededGenerator(seed: 1)
        return (0..<8000).map { _ in Int16.random(in: -8...7, using: &random) }
    }()
}

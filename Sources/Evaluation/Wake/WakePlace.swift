import Capture
import Utterance

/// A place that sounded like a wake phrase.
protocol WakePlace {
    /// Of 16 kHz.
    var frames: Range<Int> { get }
    var score: Double { get }
}

extension Sequence where Element: WakePlace {
    /// The best of those that lie within a second of one another: after one the appliance is awake.
    var separated: [Element] {
        let second = AudioFormat.recognition.sampleRate
        var found: [Element] = []
        for place in sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
            if let last = found.last, place.frames.lowerBound < last.frames.upperBound + second {
                if place.score > last.score { found[found.count - 1] = place }
            } else {
                found.append(place)
            }
        }
        return found
    }
}

extension [WakeDetection] {
    /// These, and those of `own`, places of the same recording, on which the appliance woke although these do not say so.
    func adding(wakes own: [WakeDetection]) -> [WakeDetection] {
        self
            + own.filter { wake in
                wake.isAccepted
                    && !contains {
                        $0.isAccepted && $0.phrase == wake.phrase && $0.frames.overlaps(wake.frames)
                    }
            }
    }
}

extension WakeDetection: WakePlace {
    var frames: Range<Int> { Int(start)..<Int(end) }
}

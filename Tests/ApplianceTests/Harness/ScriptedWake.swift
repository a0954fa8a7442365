import Utterance

/// In a spotter's place: finds a wake phrase where it is said that there is one, as soon as that has been heard.
final class ScriptedWake: WakeSearch {
    let wakeDescriptor: Int32 = -1
    private(set) var heardUntil: UInt64 = 0
    private let phrase: String
    private var places: [Range<Double>]

    /// - Parameter places: in seconds, in order.
    init(_ phrase: String, at places: [Range<Double>]) {
        self.phrase = phrase
        self.places = places
    }

    func feed(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {
        heardUntil = first + UInt64(samples.count)
    }

    func reset(at frame: UInt64) { heardUntil = frame }

    func next() -> WakeDetection? {
        guard let place = places.first, UInt64(place.upperBound * 16_000) <= heardUntil else { return nil }
        places.removeFirst()
        return WakeDetection(
            phrase: phrase, start: UInt64(place.lowerBound * 16_000), end: UInt64(place.upperBound * 16_000),
            score: 5, scores: WakeScores(phraseMean: 0, windowMean: 0, acousticMean: 0), trigger: 1,
            isAccepted: true)
    }

    func settle() {}
}

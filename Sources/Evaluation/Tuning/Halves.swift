/// A recording that thresholds are chosen by, and held against.
protocol TunedRecording: Sendable {
    /// The command or wake phrase that was said; nil for other sound.
    var said: String? { get }
    var audio: Duration { get }
    /// Other sound as pieces that count as recordings of their own.
    func pieces(_ sound: OtherSound) -> [Self]
}

/// Recordings in two halves: of each command or phrase, and of other sound, each gets every second.
struct Halves<Recording: TunedRecording>: Sendable {
    /// Those of both; other sound in pieces of a minute at most.
    let all: [Recording]
    private let halves: [Tuning.Half]

    init(_ recordings: [Recording]) {
        let sound = OtherSound(lengths: recordings.filter { $0.said == nil }.map(\.audio))
        let all = recordings.flatMap { $0.said == nil ? $0.pieces(sound) : [$0] }
        self.all = all
        var counts: [String?: Int] = [:]
        halves = all.map { recording in
            let count = counts[recording.said, default: 0]
            counts[recording.said] = count + 1
            return count.isMultiple(of: 2) ? .choosing : .checking
        }
    }

    /// Those of one half; nil for all.
    subscript(half: Tuning.Half?) -> [Recording] {
        guard let half else { return all }
        return zip(all, halves).filter { $0.1 == half }.map(\.0)
    }
}

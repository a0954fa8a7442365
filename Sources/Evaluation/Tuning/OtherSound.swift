/// Cuts other sound into pieces of a minute at most, which count as recordings of their own: one long recording would lie whole in one
/// half, and the other would have nothing to tell false alarms by.
struct OtherSound {
    private let longest: Duration

    /// - Parameter lengths: Of all recordings of other sound.
    init(lengths: some Sequence<Duration>) {
        let all = lengths.reduce(Duration.zero, +)
        // Of however little there are two pieces.
        longest = min(.seconds(60), all / 2)
    }

    /// What was found in a recording, piece by piece.
    ///
    /// - Parameters:
    ///   - audio: The recording's length.
    ///   - found: In any order.
    ///   - time: When each was, since the recording's beginning.
    func pieces<Found>(
        of audio: Duration, _ found: [Found], at time: (Found) -> Duration
    ) -> [(audio: Duration, found: [Found])] {
        let share: Double = longest > .zero ? audio / longest : 1
        let count = max(1, Int(share.rounded(.up)))
        let length: Duration = audio / count
        var pieces = Array(repeating: (audio: length, found: [Found]()), count: count)
        for one in found {
            let place: Double = length > .zero ? time(one) / length : 0
            // What comes last is told when the recording is over.
            pieces[max(0, min(count - 1, Int(place)))].found.append(one)
        }
        return pieces
    }
}

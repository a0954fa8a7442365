import Decoding

/// What the network of phones says around a place that sounded like a wake phrase.
struct WakePlacePhones {
    /// Frames before the place that are heard: so many as words are looked for in, and half a second in which the network gets used
    /// to the room.
    static let before = 150
    /// Frames after it, in which words are looked for. The last of them are heard as if silence followed: for more the phrase would
    /// have to wait longer.
    static let after = WakeVerifier.wordDelay

    private let heard: HeardPhones
    /// The frame that it begins with.
    private let first: Int

    init(around place: Range<Int>, of sound: RecentSound, _ weights: PhoneWeights) {
        let (first, samples) = sound[place.lowerBound - Self.before..<place.upperBound + Self.after]
        self.first = first
        heard = HeardPhones(in: samples, weights)
    }

    /// Adds it to the scores that a decoder has kept of what begins with `frame`.
    func add(to decoder: PocketSphinxDecoder, from frame: Int) throws(DecoderError) {
        try decoder.add(heard, from: frame - first)
    }
}

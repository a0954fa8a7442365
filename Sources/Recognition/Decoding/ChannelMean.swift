import Synchronization

/// What a decoder has learned about the microphone and the room: the mean of the cepstrum, which it subtracts
/// from every frame (cepstral mean normalisation).
///
/// A decoder that starts without one hears its first utterance much worse than the following ones (60 instead of
/// 79 of 100 commands right in 6 dB kitchen noise), so keep it per microphone and hand it to the next start.
///
///     let learned = decoder.channelMean                       // at the end of a run
///     try nextDecoder.setChannelMean(learned)                 // before the first utterance of the next
///
/// A ``ChannelMeanStore`` keeps it in a file between the two.
public struct ChannelMean: Sendable, Hashable, Codable {
    /// One value a cepstral coefficient, c0 first; 13 with the stock models.
    public var values: [Float]

    /// - Parameter values: as they were stored; a decoder refuses another number of them than it has.
    public init(values: [Float]) {
        self.values = values
    }
}

/// The mean that a decoder had after its newest utterance; any thread may read it.
final class LearnedChannelMean: Sendable {
    private let mean = Mutex(ChannelMean(values: []))

    var value: ChannelMean {
        get { mean.withLock { $0 } }
        set { mean.withLock { $0 = newValue } }
    }

    /// Whether `other` may take its place.
    ///
    /// - Throws: `.foreignChannelMean` for one of another acoustic model.
    func check(_ other: ChannelMean) throws(RecognitionError) {
        let (expected, found) = (value.values.count, other.values.count)
        guard found == expected else { throw .foreignChannelMean(expected: expected, found: found) }
    }
}

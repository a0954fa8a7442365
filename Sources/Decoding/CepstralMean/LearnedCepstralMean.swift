import Synchronization

/// The mean that a decoder had after its newest utterance; any thread may read it.
package final class LearnedCepstralMean: Sendable {
    private let mean = Mutex(CepstralMean(values: []))

    /// None yet.
    package init() {}

    package var value: CepstralMean {
        get { mean.withLock { $0 } }
        set { mean.withLock { $0 = newValue } }
    }

    /// Whether `other` may take its place.
    ///
    /// - Throws: `.foreignCepstralMean` for one of another acoustic model.
    package func check(_ other: CepstralMean) throws(DecoderError) {
        let (expected, found) = (value.values.count, other.values.count)
        guard found == expected else { throw .foreignCepstralMean(expected: expected, found: found) }
    }
}

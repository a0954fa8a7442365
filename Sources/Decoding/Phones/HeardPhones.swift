/// What the network of phones says of a piece of sound that is already there, frame by frame.
///
/// A value that threads may share.
///
/// ```swift
/// let heard = HeardPhones(in: samples, weights)
/// try decoder.process(whole: cepstra, dimension: 13)      // keeps its scores
/// try decoder.add(heard, from: 100)                       // the cepstra begin with frame 100 of the samples
/// try decoder.processAgain()                              // by both
/// ```
package struct HeardPhones: Sendable {
    let weights: PhoneWeights
    /// For each frame of 10 ms; at least one.
    let costs: [PhoneCosts.Row]

    /// Hears all of it, which takes about a hundredth of its length (x86).
    ///
    /// - Parameter samples: at 16 kHz. Of its first frames little can be said, as nothing comes before them, and of the last 80 ms
    ///   what is said if silence follows.
    package init(in samples: [Int16], _ weights: PhoneWeights) {
        self.weights = weights
        var listener = PhoneListener(weights)
        var costs: [PhoneCosts.Row] = []
        listener.process(samples) { costs.append(weights.costs(of: $0)) }
        listener.finish { costs.append(weights.costs(of: $0)) }
        self.costs = costs
    }
}

extension PocketSphinxDecoder {
    /// Adds what the network of phones says to the scores that were kept of the newest utterance, so that
    /// ``processAgain()`` searches by both.
    ///
    /// - Parameters:
    ///   - heard: of a network that was made for this acoustic model; beyond its end, what it says of its last frame.
    ///   - first: the frame of `heard` that is the utterance's first.
    /// - Throws: `.decodingFailed` where the decoder keeps no scores, or those of another model.
    package func add(_ heard: HeardPhones, from first: Int) throws(DecoderError) {
        guard let keptScores else { throw .decodingFailed("the decoder keeps no scores") }
        let last = heard.costs.count - 1
        try keptScores.change(senones: heard.weights.phoneOfSenone.count) { frame, scores in
            heard.weights.add(heard.costs[max(0, min(first + frame, last))], to: scores)
        }
    }
}

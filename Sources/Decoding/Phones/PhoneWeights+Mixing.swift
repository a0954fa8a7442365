extension PhoneWeights {
    /// The same with the share that they have beside the acoustic model in a search.
    ///
    /// Words of a site's own are few, and the network may count as much as for commands. Of all words of a language many sound alike,
    /// and there it is surer of itself than it should be. What was measured is told in models/en-US/phones.
    func counting(in search: PocketSphinxDecoder.Search) -> PhoneWeights {
        guard case .languageModel(let mix) = search, mix.general != nil else { return self }
        var weights = self
        (weights.scoreWeight, weights.weight) = (max(scoreWeight, 0.7), min(weight, 0.3))
        return weights
    }

    /// Adds what the network says of a frame to its acoustic scores: each senone becomes less likely by what the network says
    /// against its phone.
    ///
    /// - Parameters:
    ///   - costs: what the network says, from `costs(of:)`.
    ///   - scores: of all senones, 0 for the likeliest, as PocketSphinx has them; so they are afterwards.
    func add(_ costs: PhoneCosts.Row, to scores: UnsafeMutableBufferPointer<Int16>) {
        // In 256ths.
        let scoreWeight = Int32((scoreWeight * 256).rounded())
        var best = Int32.max
        phoneOfSenone.withUnsafeBufferPointer { phones in
            for senone in 0..<phones.count {
                let score = (scoreWeight * Int32(scores[senone])) >> 8 + costs[Int(phones[senone])]
                best = min(best, score)
                scores[senone] = Int16(clamping: score)
            }
            // What is beyond all beams need not be told apart.
            for senone in 0..<phones.count {
                scores[senone] = Int16(min(Int32(scores[senone]) - best, Self.worst))
            }
        }
    }

    private static let worst: Int32 = 32_000
}

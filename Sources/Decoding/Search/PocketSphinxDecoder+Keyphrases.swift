import CPocketSphinx
import Glibc

extension PocketSphinxDecoder {
    /// A place that sounded like a keyphrase.
    package struct KeyphraseHit {
        /// The phrase as it was given, with the numbers of its pronunciations.
        package var phrase: String
        /// Frames of 10 ms since the utterance began.
        package var frames: Range<Int>
        /// How much likelier than free phones the phrase is.
        package var likelihoodRatio: Double
    }

    /// PocketSphinx reports ratios relative to this one, in its units of 1024 steps of its logarithm.
    private static let ratioOffset = 1500

    /// All places of the keyphrase search up to now, in order of their ends.
    package func keyphraseHits() -> [KeyphraseHit] {
        let base = log(logmath_get_base(ps_get_logmath(pocketSphinx)))
        var hits: [KeyphraseHit] = []
        var iterator = ps_seg_iter(pocketSphinx)
        while let current = iterator {
            var first: Int32 = 0
            var last: Int32 = 0
            ps_seg_frames(current, &first, &last)
            let ratio = Int(ps_seg_prob(current, nil, nil, nil)) + Self.ratioOffset
            // A new start leaves the phrases' models as they were, which for a moment gives beginnings of before.
            if first < last {
                // It comes back as it stood in the list, with the space before its threshold.
                let words = String(cString: ps_seg_word(current)).split(separator: " ")
                hits.append(
                    KeyphraseHit(
                        phrase: words.joined(separator: " "), frames: Int(first)..<Int(last) + 1,
                        likelihoodRatio: exp(Double(ratio << 10) * base)))
            }
            iterator = ps_seg_next(current)
        }
        return hits.sorted { $0.frames.upperBound < $1.frames.upperBound }
    }
}

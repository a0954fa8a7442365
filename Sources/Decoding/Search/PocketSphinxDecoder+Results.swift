import CPocketSphinx

extension PocketSphinxDecoder {
    /// A stretch of the best path: a word, a phone, or a silence.
    package struct Segment: Sendable, Hashable {
        /// As in the dictionary, with the variant's number: `a(2)`, `<sil>`, `AH`.
        package var name: String
        /// Frames of 10 ms since the utterance began.
        package var frames: Range<Int>
        /// Acoustic score over all its frames, in PocketSphinx's units (0.1024 nat).
        package var acousticScore: Int
        /// The word's posterior probability in the lattice; nil where the search has no lattice to ask.
        package var posterior: Double?

        /// Silence, breath or noise: no word.
        package var isFiller: Bool {
            switch name.utf8.first {
            case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "+"): true
            default: false
            }
        }

        /// The word without its variant's number.
        package var word: String {
            guard name.utf8.last == UInt8(ascii: ")"), let bracket = name.lastIndex(of: "("),
                bracket > name.startIndex
            else { return name }
            return String(name[..<bracket])
        }
    }

    /// The best path so far; after `finish`, the best one that the search may end with. Empty when there is none.
    package func segments() -> [Segment] {
        segments(from: ps_seg_iter(pocketSphinx), hasPosteriors: hasPosteriors && isFinished)
    }

    /// Score of the best path, with what its language model makes of it, in PocketSphinx's units (0.1024 nat); nil when there is
    /// none. Those of two searches over the same sound tell how much likelier the one's path is.
    package var pathScore: Int? {
        var score = Int32.min
        // The text is nil for a path without words, too.
        _ = ps_get_hyp(pocketSphinx, &score)
        return score == .min ? nil : Int(score)
    }

    /// Phones in the pronunciation `name` (a dictionary entry, variant and all); nil if there is none.
    package func phoneCount(of name: String) -> Int? {
        guard let phones = ps_lookup_word(pocketSphinx, name) else { return nil }
        defer { ckd_free(phones) }
        return String(cString: phones).split(separator: " ").count
    }

    /// Grammars and keyphrases have no use for PocketSphinx's probability: it is 1 for chatter, too.
    var hasPosteriors: Bool {
        if case .languageModel = search { true } else { false }
    }

    func segments(from first: OpaquePointer?, hasPosteriors: Bool) -> [Segment] {
        let logMath = ps_get_logmath(pocketSphinx)
        var segments: [Segment] = []
        var iterator = first
        while let current = iterator {
            let name = String(cString: ps_seg_word(current))
            var first: Int32 = 0
            var last: Int32 = 0
            ps_seg_frames(current, &first, &last)
            var score: Int32 = 0
            let logPosterior = ps_seg_prob(current, &score, nil, nil)
            // Epsilon arcs take no time.
            if name != "(NULL)", last >= first {
                segments.append(
                    Segment(
                        name: name, frames: Int(first)..<Int(last) + 1, acousticScore: Int(score),
                        posterior: hasPosteriors ? min(1, logmath_exp(logMath, logPosterior)) : nil))
            }
            iterator = ps_seg_next(current)
        }
        return segments
    }
}

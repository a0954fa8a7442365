import CPocketSphinx

extension PocketSphinxDecoder {
    /// Up to `count` sentences with distinct texts, best first. Only after `finish`, and after `segments`.
    package func alternatives(_ count: Int) -> [[Segment]] {
        guard count > 0 else { return [] }
        var found: [[Segment]] = []
        var texts: Set<[String]> = []
        // The lattice repeats the same text with other times and fillers, so more are asked for.
        var attempts = count * 20
        var hypothesis = ps_nbest(pocketSphinx)
        while let current = hypothesis, found.count < count, attempts > 0 {
            attempts -= 1
            let segments = segments(from: ps_nbest_seg(current), hasPosteriors: false)
            let words = segments.filter { !$0.isFiller }.map(\.word)
            if !words.isEmpty, texts.insert(words).inserted { found.append(segments) }
            hypothesis = ps_nbest_next(current)
        }
        if let hypothesis { ps_nbest_free(hypothesis) }
        return hasPosteriors ? withPosteriors(found) : found
    }

    private func withPosteriors(_ sentences: [[Segment]]) -> [[Segment]] {
        let words = Set(sentences.joined().filter { !$0.isFiller }.map(\.word))
        let lattice = WordLattice(of: pocketSphinx, words: words)
        return sentences.map { sentence in
            sentence.map { segment in
                var segment = segment
                segment.posterior = lattice.posterior(of: segment.word, in: segment.frames)
                return segment
            }
        }
    }
}

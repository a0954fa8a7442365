import CPocketSphinx

/// What a search with a language model held possible: words, when, and how likely.
///
/// PocketSphinx gives posteriors to the words of its best sentence only, and has what the others' follow from: those of
/// the lattice's links. A word's posterior is the sum over the links with that word at the middle of its time, since the
/// lattice has it many times with slightly different ends.
///
/// Source: F. Wessel, R. Schlüter, K. Macherey and H. Ney, "Confidence measures for large vocabulary continuous speech
/// recognition", IEEE Transactions on Speech and Audio Processing 9, 2001, section IV (the median time frame).
struct WordLattice {
    private var links: [String: [(frames: ClosedRange<Int>, posterior: Double)]] = [:]

    /// Reads the lattice of a decoder whose best sentence has been asked for, which is when the links get their
    /// posteriors; of some words, since there are tens of thousands of links. Of an utterance of more than five minutes nothing is
    /// read: PocketSphinx counts the frames of its links in 16 bits.
    init(of pocketSphinx: OpaquePointer, words: Set<String>) {
        guard ps_get_n_frames(pocketSphinx) < Int16.max, let lattice = ps_get_lattice(pocketSphinx) else {
            return
        }
        let logMath = ps_lattice_get_logmath(lattice)
        var nodes = ps_latnode_iter(lattice)
        while let node = nodes {
            let word = ps_latnode_baseword(lattice, node).map { String(cString: $0) } ?? ""
            if words.contains(word) {
                var exits = ps_latnode_exits(node)
                while let exit = exits {
                    let link = ps_latlink_iter_link(exit)
                    var first: Int16 = 0
                    let last = ps_latlink_times(link, &first)
                    let posterior = logmath_exp(logMath, ps_latlink_prob(lattice, link, nil))
                    if last >= first { links[word, default: []].append((Int(first)...Int(last), posterior)) }
                    exits = ps_latlink_iter_next(exit)
                }
            }
            nodes = ps_latnode_iter_next(node)
        }
    }

    /// How likely `word` was said in these frames, from 0 to 1.
    func posterior(of word: String, in frames: Range<Int>) -> Double {
        let middle = (frames.lowerBound + frames.upperBound - 1) / 2
        let found = links[word, default: []].filter { $0.frames.contains(middle) }
        return min(1, found.reduce(0) { $0 + $1.posterior })
    }
}

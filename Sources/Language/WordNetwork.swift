/// A finite-state network of words: what a command grammar is compiled to, and what the decoder searches.
///
/// States are numbered from 0. A path from `start` to `final` spells one sentence; arcs without a word (epsilon
/// arcs) are passed silently. The one network serves decoding, matching and the vocabulary, so they cannot differ.
public struct WordNetwork: Sendable, Hashable {
    public struct Arc: Sendable, Hashable {
        public var from: Int
        public var to: Int
        /// The word that is said on this arc, in lower case; nil for an epsilon arc.
        public var word: String?
        /// How likely the arc is among its siblings, above 0 and up to 1.
        public var probability: Double

        public init(from: Int, to: Int, word: String?, probability: Double = 1) {
            self.from = from
            self.to = to
            self.word = word
            self.probability = probability
        }
    }

    public var stateCount: Int
    public var start: Int
    public var final: Int
    public var arcs: [Arc]

    public init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
        self.stateCount = stateCount
        self.start = start
        self.final = final
        self.arcs = arcs
    }

    /// Every word on some arc.
    public var vocabulary: Set<String> { Set(arcs.compactMap(\.word)) }
}

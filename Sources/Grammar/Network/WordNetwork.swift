/// A finite-state network of words: what a command grammar is compiled to, and what the decoder searches.
///
/// States are numbered from 0. A path from `start` to `final` spells one sentence; arcs without a word (epsilon
/// arcs) are passed silently. The one network serves decoding, matching and the vocabulary, so they cannot differ.
///
/// ```swift
/// let yesOrNo = WordNetwork(
///     stateCount: 2, start: 0, final: 1,
///     arcs: [
///         WordNetwork.Arc(from: 0, to: 1, word: "yes", probability: 0.5),
///         WordNetwork.Arc(from: 0, to: 1, word: "no", probability: 0.5)
///     ])
/// ```
package struct WordNetwork: Sendable, Hashable {
    /// A step from one state to another.
    package struct Arc: Sendable, Hashable {
        /// The state that it leaves.
        package var from: Int
        /// The state that it leads to; it may be the same one.
        package var to: Int
        /// The word that is said on this arc, in lower case; nil for an epsilon arc.
        package var word: String?
        /// How likely the arc is among its siblings, above 0 and up to 1.
        package var probability: Double

        /// - Parameters:
        ///   - from: the state that it leaves.
        ///   - to: the state that it leads to.
        ///   - word: in lower case; nil for an epsilon arc.
        ///   - probability: above 0 and up to 1.
        package init(from: Int, to: Int, word: String?, probability: Double = 1) {
            self.from = from
            self.to = to
            self.word = word
            self.probability = probability
        }
    }

    /// How many states there are, at least 1: they are 0 ..< `stateCount`.
    package var stateCount: Int
    /// The state in which every sentence begins.
    package var start: Int
    /// The one state in which every sentence ends.
    package var final: Int
    /// All arcs, in any order.
    package var arcs: [Arc]

    /// A network as it is given: that its arcs name existing states, and that `final` can be reached, is up to the
    /// caller.
    package init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
        self.stateCount = stateCount
        self.start = start
        self.final = final
        self.arcs = arcs
    }

    /// Every word on some arc.
    package var vocabulary: Set<String> { Set(arcs.compactMap(\.word)) }
}

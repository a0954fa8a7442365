extension WordNetwork {
    /// The network without the arcs that say one of `words`: what could not be understood anyway.
    package func without(_ words: Set<String>) -> WordNetwork {
        guard !words.isEmpty else { return self }
        var rest = self
        rest.arcs.removeAll { arc in arc.word.map(words.contains) ?? false }
        return rest
    }
}

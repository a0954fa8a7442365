import CLinux

/// What a decoder need not hold between two utterances.
extension PocketSphinxDecoder {
    /// Gives back what was read of the acoustic model's mixture weights, 1.9 MB of the stock model's, and the kept
    /// scores; nothing more is searched by those. Between utterances.
    ///
    /// The next utterance finds them in the kernel's own copy; so does a search of another decoder, which loses its pages, too.
    package func giveBackMemory() {
        keptScores?.drop()
        mixtureWeights.giveBack()
    }

    /// The same of what only loading needs: mdef, of which a search reads a few pages, and small pieces, which malloc would keep.
    func giveBackLoaded() {
        MappedPages(path: "\(acousticModel)/mdef").giveBack()
        clinux_trim_memory()
    }

    private var mixtureWeights: MappedPages { MappedPages(path: "\(acousticModel)/sendump") }
}

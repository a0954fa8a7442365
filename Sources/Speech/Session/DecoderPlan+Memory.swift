import Glibc
import Platform

extension DecoderPlan {
    /// About how much memory a decoder takes, in bytes.
    ///
    /// By the sizes of what it reads, and not measured, since other threads take and free memory meanwhile. With the English
    /// pack it comes to 107 MB for dictation and to 25 for a grammar. Without what scores beside the search it came to 103, of which a
    /// process was seen to grow by 100 to 105; with it, the peak of one that dictates is 4 MB higher (Figures, "Cost").
    var memory: Int {
        let acoustic = isGrammar ? pack.grammarAcousticModel : pack.acousticModel
        let decoder =
            Self.ownSize
            + SystemFiles.names(in: acoustic).reduce(0) { $0 + Self.size(of: "\(acoustic)/\($1)") }
        // One more scores, where the network of phones adds to the scores.
        let scoring = pack.phoneNetwork == nil ? 0 : Self.ownSize
        switch search {
        case .grammar:
            // One for the words, and one for the phones that they are verified with.
            return scoring + 2 * decoder
        case .model(let mix, _):
            return scoring + decoder + Self.timesDictionary * Self.size(of: pack.dictionary)
                + (mix.general.map { Self.size(of: $0) } ?? 0)
        case .phrases: return scoring + decoder
        }
    }

    /// Tables of the search and of the front end.
    private static let ownSize = 4 << 20
    /// A word's place in the dictionary and in the tree of all words takes so much more than its line.
    private static let timesDictionary = 20

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

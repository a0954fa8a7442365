/// What a vocabulary's file says of itself before its language model: how much of the language's general words it asks for.
///
/// Texts lack words that people will say. Without general words each of these is taken for others, and often those beside it, too.
/// As many are lacking, about, as stand in the texts just once (Good and Turing's estimate), and the share of general words that
/// makes held-back sentences likeliest is some three times as large:
///
/// | texts | stand there once | are lacking | likeliest share | wrong with none, and with the share that this gives |
/// |---|---|---|---|---|
/// | 500 orders of a grammar | 0 % | | | 2.5 %, 2.5 % |
/// | 1200 ingredients | 5.7 % | 4.8 % | 12 % | 14.3 %, 11.0 % |
/// | 184 announcements | 10 % | 8.8 % | 29 % | 29.0 %, 18.4 % |
/// | 36 questions | 29 % | 23 % | 54 % | 45.3 %, 10.5 % |
///
/// Source: I. J. Good, "The population frequencies of species and the estimation of population parameters", Biometrika 40, 1953.
///
/// A value; any thread may use it.
package struct VocabularyPreface: Sendable, Hashable {
    /// The share of general words; 0 for none, below 1.
    package let mix: Double

    private static let key = "mix: "
    /// So much of the general words for a word that is new.
    private static let shareForNewWord = 3.0
    /// Fewer new words than these do less harm than the general words would.
    private static let fewestNewWords = 0.02
    private static let largestMix = 0.5

    /// - Parameter newWords: how many of the words that people will say are in none of the texts, of all.
    init(newWords: Double) {
        let share = newWords * Self.shareForNewWord
        mix = newWords < Self.fewestNewWords ? 0 : min((share * 100).rounded() / 100, Self.largestMix)
    }

    /// - Returns: Nil without a word of it, as in files that were made by hand.
    init?(_ lines: [Substring]) {
        guard let line = lines.last(where: { $0.hasPrefix(Self.key) && $0.hasSuffix("%") }),
            let percent = Int(line.dropFirst(Self.key.count).dropLast()), (0..<100).contains(percent)
        else { return nil }
        mix = Double(percent) / 100
    }

    /// As it stands in the file.
    var text: String {
        """
        How much of the language's general words is mixed in, unless a configuration says 'dictation: { mix: … }':
        \(Self.key)\(Int((mix * 100).rounded()))%


        """
    }
}

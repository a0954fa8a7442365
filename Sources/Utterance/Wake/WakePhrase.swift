import Decoding
import Glibc

/// Words that wake the appliance, and the score they need.
///
/// Good phrases have three or more syllables with different vowels, are not said otherwise, and come after a short
/// pause: "computer", "okay workshop". Short ones ("jarvis") are missed more often.
///
///     WakePhrase("okay workshop")
///     WakePhrase("computer", acceptance: 4)     // fewer false alarms, more misses
package struct WakePhrase: Sendable, Hashable {
    /// The words in lower case, separated by single spaces.
    package var text: String
    /// How much likelier than free phones the phrase must be to be looked at closely, 1e-200 (nearly always) to 1e+20.
    /// Nil, the default, chooses by the phrase's length. A smaller one finds more candidates, each of which costs
    /// a check.
    package var trigger: Double?
    /// The least ``WakeDetection/score`` that wakes.
    package var acceptance: Double

    /// The acceptances that a phrase may be given.
    package static let acceptances = -20.0...20

    /// - Parameters:
    ///   - text: the words in lower case, separated by single spaces.
    ///   - trigger: see ``trigger``.
    ///   - acceptance: see ``acceptance``.
    package init(text: String, trigger: Double?, acceptance: Double) {
        self.text = text
        self.trigger = trigger
        self.acceptance = acceptance
    }
}

extension WakePhrase {
    /// One way to say the phrase.
    struct Variant: Sendable, Hashable {
        /// Dictionary entries, separated by spaces: `read(2) it`.
        var entries: String
        /// Of each of its words.
        var words: [[String]]

        /// Of all its words, one after the other.
        var phones: [String] { words.flatMap(\.self) }
        var phoneCount: Int { words.reduce(0) { $0 + $1.count } }
    }

    /// Words with many pronunciations multiply; the first ones are the usual ones, and who says one word in an unusual way
    /// says few of them so.
    private static let variantLimit = 8

    /// Its words in the order they are said.
    package var words: [String] { text.split(separator: " ").map(String.init) }

    /// Every way to say the phrase; the keyphrase search by itself knows each word's first pronunciation only.
    ///
    /// - Parameter dictionary: in CMUdict's form.
    func variants(in dictionary: String) -> [Variant] {
        var pronunciations: [Substring: [(entry: String, phones: [String])]] = [:]
        for line in dictionary.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let entry = fields.first, let word = entry.split(separator: "(").first else { continue }
            pronunciations[word, default: []].append((String(entry), fields.dropFirst().map(String.init)))
        }
        var variants = [(variant: Variant(entries: "", words: []), rank: 0)]
        for word in text.split(separator: " ") {
            let longer: [(variant: Variant, rank: Int)] = variants.flatMap { begun, rank in
                (pronunciations[word] ?? []).enumerated().map { place, next in
                    let entries =
                        begun.entries.isEmpty ? next.entry : begun.entries + " " + next.entry
                    return (Variant(entries: entries, words: begun.words + [next.phones]), rank + place)
                }
            }
            // Sorting is stable; what is left out here would be among the last of the whole phrase, too.
            variants = Array(longer.sorted { $0.rank < $1.rank }.prefix(Self.variantLimit))
        }
        return variants.map(\.variant)
    }
}

extension WakePhrase {
    /// What the first look searches for: each variant as a phrase of its own, since the keyphrase search by itself
    /// knows only the first pronunciation of a word. At least one, of unknown words if there is no pronunciation.
    func keyphrases(in dictionary: String) -> [Keyphrase] {
        let variants = variants(in: dictionary)
        guard !variants.isEmpty else { return [Keyphrase(phrase: text, threshold: trigger ?? 1)] }
        return variants.map {
            Keyphrase(
                phrase: $0.entries, threshold: trigger ?? Self.defaultTrigger(phoneCount: $0.phoneCount))
        }
    }

    /// The trigger that is used when none is given: that of the longest of the phrase's pronunciations.
    ///
    /// - Parameter dictionary: pronunciations of its words as text, as a `Lexicon` makes it.
    package func usualTrigger(in dictionary: String) -> Double {
        Self.defaultTrigger(phoneCount: variants(in: dictionary).map(\.phoneCount).max() ?? 0)
    }

    /// A longer phrase has more phones to fit badly. Of 263 recordings in which verification accepts one of four phrases, half
    /// of them in 10 dB of kitchen noise, 4.5 powers of ten a phone lose none, 3.75 one and 3 three; acted dialogue has 130, 70
    /// and 40 places an hour to look at. `earshot tune` suggests a better one for recordings of your own. Two
    /// significant digits, so that it is the same number when it was printed and is written back.
    static func defaultTrigger(phoneCount: Int) -> Double {
        let power = -4.5 * Double(phoneCount)
        let tenths = pow(10, power - floor(power) + 1).rounded()
        return Double("\(tenths)e\(Int(floor(power)) - 1)") ?? 1
    }
}

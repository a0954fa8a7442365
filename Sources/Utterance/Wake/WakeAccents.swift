/// Ways to say a wake phrase that dictionaries do not have, since nobody says all words so: those of people who learnt English
/// elsewhere, or in Britain.
///
/// Commands get theirs word by word, by hand (`variants.dict` of the pack). A wake phrase may be any, and is listened for alone, so
/// that a few ways more are no loss; each accent is one of them. A T for TH is not among them: of 21 who say "athena" it
/// finds one more, and in 0.4 h of dialogue it wakes four times instead of twice.
///
/// ```swift
/// WakeAccents.pronunciations(of: ["V", "Y", "UW"])        // B Y UW, V IY UW, W Y UW
/// ```
///
/// Phones are those of English models: other languages' are spelt in other ways, and get nothing.
///
/// Source: J. C. Wells, "Accents of English", Cambridge University Press 1982, and M. Swan and B. Smith, "Learner English", 2nd
/// edition, Cambridge University Press 2001.
enum WakeAccents {
    /// How one accent says a word: nil for a phone that it says as the dictionary does.
    private typealias Accent = @Sendable (_ word: [String], _ index: Int) -> [String]?

    private static let vowels: Set = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
    ]
    private static let openVowels: Set = ["AA", "AO"]
    private static let fricatives: Set = ["F", "S", "TH"]

    private static let accents: [Accent] = [
        // "'ey": in the midst of a sentence, and where the speaker's own language has no h.
        { word, index in index == 0 && word[index] == "HH" ? [] : nil },
        // A first vowel that is reduced by most is said as it is spelt, which is with an a as a rule: "athena", "alexa".
        { word, index in index == 0 && word[index] == "AH" ? ["AE"] : nil },
        // British: no r in "smart", "box" with a round vowel, "glass" with that of "father".
        { word, index in
            let next = index + 1 < word.count ? word[index + 1] : nil
            switch word[index] {
            case "ER": return ["AH"]
            case "R" where index > 0 && openVowels.contains(word[index - 1]) && !vowels.contains(next ?? ""):
                return []
            case "AA" where next != "R": return ["AO"]
            case "AE" where fricatives.contains(next ?? ""): return ["AA"]
            default: return nil
            }
        },
        { word, index in word[index] == "V" ? ["B"] : nil },
        { word, index in word[index] == "V" ? ["W"] : nil },
        // A vowel for the glide after a consonant: "vee-oo".
        { word, index in
            word[index] == "Y" && index > 0 && !vowels.contains(word[index - 1]) ? ["IY"] : nil
        },
    ]

    /// What each accent makes of a word, without what is the word itself or another accent's.
    ///
    /// - Parameter word: Its phones as in the dictionary.
    static func pronunciations(of word: [String]) -> [[String]] {
        var found: [[String]] = []
        for accent in accents {
            let said = word.indices.flatMap { accent(word, $0) ?? [word[$0]] }
            if said != word, !said.isEmpty, !found.contains(said) { found.append(said) }
        }
        return found
    }

    /// A dictionary with further pronunciations of its words, numbered on from those that it has.
    ///
    /// - Parameter dictionary: In CMUdict's form.
    static func added(to dictionary: String) -> String {
        var known: [Substring: [[String]]] = [:]
        var order: [Substring] = []
        for line in dictionary.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let word = fields.first?.split(separator: "(").first else { continue }
            if known[word] == nil { order.append(word) }
            known[word, default: []].append(fields.dropFirst().map(String.init))
        }
        var lines = dictionary.split(separator: "\n").map(String.init)
        for word in order {
            let usual = known[word] ?? []
            var all = usual
            for phones in usual.flatMap(pronunciations) where !all.contains(phones) {
                all.append(phones)
                lines.append("\(word)(\(all.count)) \(phones.joined(separator: " "))")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

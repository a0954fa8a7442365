import Grammar

extension ConfigurationReview {
    /// A sentence that is no command, and means the opposite of one: "lock the door", where there is "unlock the door" alone.
    package struct MissingOpposite: Sendable, Hashable {
        /// The command's name.
        package var command: String
        /// A sentence of it.
        package var sentence: String
        /// The same with another word, which no command says.
        package var opposite: String
        /// The word of the sentence, and the one in its place.
        package var word, replacement: String
    }

    /// The first of a command's sentences of which such a one is missing.
    ///
    /// A grammar that knows no opposite hears the command in it. Of five of flite's voices that said "lock the front door", two
    /// unlocked it, with `trust: strict`; where "lock the front door" was a command, none did.
    static func missingOpposite(
        of command: String, among sentences: [[String]], in grammar: Grammar
    ) -> MissingOpposite? {
        for words in sentences {
            let candidates = opposites(of: words)
            // "Turn the lamp on the desk off" has one in its last word, and none in "on".
            guard let first = candidates.first,
                !candidates.contains(where: { grammar.accepts(words.saying($0)) })
            else { continue }
            return MissingOpposite(
                command: command, sentence: words.joined(separator: " "),
                opposite: words.saying(first).joined(separator: " "), word: words[first.place],
                replacement: first.word)
        }
        return nil
    }

    /// What may be said in place of a sentence's words, to turn its meaning round.
    private static func opposites(of words: [String]) -> [Replacement] {
        let anywhere = words.indices.filter { !isOfPlace($0, in: words) }.flatMap { place in
            (turned[words[place]] ?? []).map { Replacement(place: place, word: $0) }
        }
        let last = words.last.flatMap { turnedLast[$0] }
        return anywhere + (last.map { [Replacement(place: words.count - 1, word: $0)] } ?? [])
    }

    /// Whether "on" or "off" may belong to a place, as in "play music on the radio": neither the end nor behind what is turned.
    private static func isOfPlace(_ place: Int, in words: [String]) -> Bool {
        guard ["on", "off"].contains(words[place]), place < words.count - 1 else { return false }
        let before = place > 0 ? words[place - 1] : ""
        return !turning.contains(before) && !["please", "now"].contains(words[place + 1])
    }

    /// Verbs that "on" or "off" goes with.
    private static let turning: Set = ["turn", "switch", "put", "power"]

    fileprivate struct Replacement {
        var place: Int
        var word: String
    }

    /// Words of commands, and what turns them round; either way.
    private static let bothWays: [(String, String)] = [
        ("unlock", "lock"), ("open", "close"), ("open", "shut"), ("enable", "disable"), ("arm", "disarm"),
        ("activate", "deactivate"), ("connect", "disconnect"), ("mute", "unmute"), ("block", "unblock"),
        ("cover", "uncover"), ("plug", "unplug"), ("raise", "lower"), ("increase", "decrease"), ("on", "off"),
    ]

    /// Words that contain what else one may say to a machine. What is stopped once too often does no harm.
    private static let oneWay: [(String, String)] = [
        ("reactivate", "activate"), ("reopen", "open"), ("restart", "start"), ("start", "stop"),
    ]

    /// By each word those that turn it round.
    private static let turned: [String: [String]] = {
        var turned: [String: [String]] = [:]
        for (word, opposite) in bothWays {
            turned[word, default: []].append(opposite)
            turned[opposite, default: []].append(word)
        }
        for (word, opposite) in oneWay { turned[word, default: []].append(opposite) }
        return turned
    }()

    /// Words that turn a meaning round at the end of a sentence: within it they may belong to a place.
    private static let turnedLast = ["up": "down", "down": "up", "in": "out", "out": "in"]
}

extension [String] {
    /// The words with one of them replaced.
    fileprivate func saying(_ replacement: ConfigurationReview.Replacement) -> [String] {
        var words = self
        words[replacement.place] = replacement.word
        return words
    }
}

import Grammar

extension ConfigurationReview {
    /// A sentence that is no command, and means the opposite of one that ends in the same sounds: "lock the door", where there is
    /// "unlock the door".
    package struct MissingOpposite: Sendable, Hashable {
        /// The command's name.
        package var command: String
        /// A sentence of it.
        package var sentence: String
        /// The same with the word that it contains, which no command says.
        package var opposite: String
    }

    /// The first of a command's sentences of which such a one is missing.
    ///
    /// A grammar has to hear a weak first syllable to tell them apart. Of five of flite's voices that said "lock the front door", two
    /// unlocked it, with `trust: strict`; where "lock the front door" was a command, none did.
    static func missingOpposite(
        of command: String, among sentences: [[String]], in grammar: Grammar
    ) -> MissingOpposite? {
        for words in sentences {
            for (index, word) in words.enumerated() {
                guard let contained = Self.contained[word] else { continue }
                var opposite = words
                opposite[index] = contained
                guard !grammar.accepts(opposite) else { continue }
                return MissingOpposite(
                    command: command, sentence: words.joined(separator: " "),
                    opposite: opposite.joined(separator: " "))
            }
        }
        return nil
    }

    /// Words of commands that contain the opposite, or something else that one may say to a machine.
    private static let contained = [
        "deactivate": "activate", "disable": "enable", "disarm": "arm", "disconnect": "connect",
        "reactivate": "activate",
        "reopen": "open", "restart": "start", "unblock": "block", "uncover": "cover", "unlock": "lock",
        "unmute": "mute",
        "unplug": "plug",
    ]
}

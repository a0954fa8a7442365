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

    /// Those of the commands, one a command, in the order of the file.
    ///
    /// A grammar has to hear a weak first syllable to tell them apart. Of five of flite's voices that said "lock the front door", two
    /// unlocked it, with `trust: strict`; where "lock the front door" was a command, none did.
    package var missingOpposites: [MissingOpposite] {
        guard let grammar = configuration.grammar, pack?.locale.language == "en" else { return [] }
        return samples.compactMap { command, sentences in
            sentences.lazy.compactMap { sample in
                let words = sample.sentence.split(separator: " ").map(String.init)
                return words.indices.lazy.compactMap { index -> MissingOpposite? in
                    guard let contained = Self.contained[words[index]] else { return nil }
                    var opposite = words
                    opposite[index] = contained
                    guard !grammar.accepts(opposite) else { return nil }
                    return MissingOpposite(
                        command: command, sentence: sample.sentence, opposite: opposite.joined(separator: " ")
                    )
                }.first
            }.first
        }
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

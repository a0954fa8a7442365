import Language
import Recognition

extension Configuration {
    /// The model pack of the configured locale, or of the environment's.
    ///
    /// - Throws: `LanguageError.unknownLocale` when none is installed.
    public func modelPack() throws(LanguageError) -> ModelPack {
        try DecoderFactory.pack(for: self)
    }

    /// Every word that is listened for, in commands, wake phrases and answers.
    public var words: Set<String> {
        (grammar?.vocabulary ?? []).union(wake.flatMap(\.words))
            .union(hearsAnswers ? Answer.grammar.vocabulary : [])
    }

    /// Whether every word of `phrase` occurs in some command.
    func commandsMaySay(_ phrase: String) -> Bool {
        guard let vocabulary = grammar?.vocabulary else { return true }
        return WakePhrase(phrase).words.allSatisfy(vocabulary.contains)
    }

    /// How `words` are said, with the configuration's own pronunciations first.
    ///
    /// - Throws: `LanguageError.unusableModel` when the pack's dictionary cannot be read.
    public func lexicon(of words: Set<String>, from pack: ModelPack) throws(LanguageError) -> Lexicon {
        try Lexicon(
            words: words, dictionary: pack.dictionary, overrides: pronunciations, phones: try pack.phones(),
            isEnglish: pack.locale.language == "en")
    }
}

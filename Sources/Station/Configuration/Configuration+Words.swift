import Language

extension Configuration {
    /// The model pack of the configured locale, or of the environment's.
    ///
    /// - Throws: `LanguageError.unknownLocale` when none is installed.
    public func modelPack() throws(LanguageError) -> ModelPack {
        try DecoderFactory.pack(for: self)
    }

    /// Every word that is listened for, in commands, wake phrases and answers.
    public var words: Set<String> {
        let phrases = wake.flatMap { $0.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }
        return (grammar?.vocabulary ?? []).union(phrases)
            .union(hearsAnswers ? Answer.grammar.vocabulary : [])
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

import Configuration
import Grammar
import Interpretation
import Models
import Utterance
import Vocabulary

extension ApplianceConfiguration {
    /// The model pack of the configured locale, or of the environment's.
    ///
    /// - Throws: `ModelError.unknownLocale` when none is installed.
    public func modelPack() throws(ModelError) -> ModelPack {
        try ModelPack.serving(locale, among: ModelPack.installed())
    }

    /// The mistakes in the file, and in the manifests of model packs, that are behind an error of the modules below; none where
    /// no file is to blame.
    package func mistakes(behind error: any Error) -> [Diagnostic] {
        guard case ModelError.unknownLocale(_, let installed) = error else { return [] }
        // A pack that is left out for a mistake may be the one that is wanted.
        let leftOut = Diagnostics()
        _ = ModelPack.installed(searchPaths: ModelPack.defaultSearchPaths, diagnostics: leftOut)
        if installed.isEmpty { return leftOut.sorted }
        return localeMark.map { leftOut.sorted + [Diagnostic("\(error)", at: $0)] } ?? []
    }

    /// Every word that is listened for, in commands, wake phrases and answers.
    public var words: Set<String> {
        (grammar?.vocabulary ?? []).union(wake.flatMap(\.words))
            .union(answers?.grammar.vocabulary ?? [])
    }

    /// Whether every word of `phrase` occurs in some command; free text has none.
    func commandsMaySay(_ phrase: String) -> Bool {
        guard let vocabulary = grammar?.vocabulary else { return false }
        return WakePhrase(phrase).words.allSatisfy(vocabulary.contains)
    }

    /// The site's own words for dictation; nil where none are configured.
    ///
    /// - Throws: `ConfigurationError` with what is wrong in their folder, `ModelError` for a pack that cannot be read.
    package func siteVocabulary(for pack: ModelPack) throws -> SiteVocabulary? {
        try dictation.builtIn.vocabulary.map { try SiteVocabulary(folder: $0, phones: pack.phones()) }
    }

    /// How `words` are said, with the configuration's own pronunciations first.
    ///
    /// - Throws: `ModelError.unusableModel` when a file of the pack cannot be read.
    package func lexicon(of words: Set<String>, from pack: ModelPack) throws(ModelError) -> Lexicon {
        try Lexicon(words: words, pack: pack, overrides: pronunciations)
    }
}

import Configuration
import Glibc

/// All that recognition needs for one locale: a folder with a `model.yaml` that names the files.
///
///     # models/en-US/model.yaml
///     name: US English
///     locale: en-US
///     licence: BSD-2-Clause
///     sample_rate: 16000
///     acoustic_model: /usr/share/pocketsphinx/model/en-us/en-us
///     dictionary: /usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict
///     variants: variants.dict
///     words: words.yaml
///     language_models: { dictation: /usr/share/pocketsphinx/model/en-us/en-us.lm.bin }
///     package: pocketsphinx-en-us
///
/// Relative paths are relative to the folder. Adding a language is adding such a folder to a search path. A value; any
/// thread may use it.
///
/// ```swift
/// for pack in ModelPack.installed() {
///     print(pack.locale, pack.name, pack.check().isEmpty ? "is whole" : "is broken")
/// }
/// ```
public struct ModelPack: Sendable, Hashable {
    /// For people: "US English".
    public var name: String
    /// What it speaks; one pack a locale is used.
    public var locale: LocaleTag
    /// That of the model's files, for people.
    public var licence: String
    /// In hertz, 8000 to 48 000: what the acoustic model was trained on, and what sound is converted to. An appliance takes
    /// models of 16 000 only.
    public var sampleRate: Int
    /// The path of the folder with mdef, means, variances and so on, in Sphinx-III form.
    public var acousticModel: String
    /// The path of the dictionary, in CMUdict's format.
    public var dictionary: String
    /// The path of further ways in which words are said, in the same format, for grammars and wake phrases; nil if there are
    /// none. They are added to those of the dictionary.
    public var variants: String?
    /// The path of a file with the numbers, spans of time and answers of the language; nil if there is none, and commands have
    /// none of these.
    public var words: String?
    /// The n-gram models, by task.
    public var languageModels: LanguageModels
    /// The path of the weights of the noise reduction; nil if there are none.
    public var noise: String?
    /// The folder of an acoustic model, like ``acousticModel`` and with the same phones, that understands grammars better; nil
    /// if there is none. Wake phrases are searched with it, too, and free text with the other.
    public var acousticModelForCommands: String?
    /// The path of the weights of a network that says which phone is spoken, in the two acoustic models' phones; nil if there is
    /// none.
    public var phoneNetwork: String?
    /// The phones that pronunciations may use, where that is fewer than the acoustic model has.
    public var listedPhones: [String]?
    /// The Debian package that brings the files, for diagnostics.
    public var package: String?
    /// The `model.yaml` that says all this.
    public var manifest: String

    /// The n-gram models by the task that they are for, as paths; in sphinxbase's binary or ARPA form.
    public struct LanguageModels: Sendable, Hashable {
        /// For whole sentences; nil if there is none.
        public var dictation: String?
        /// For a few words to look for; nil if there is none, and the one for dictation serves.
        public var search: String?
    }

    /// Reads `model.yaml` in `folder`. The files that it names are looked at by ``check(readingWhole:)``.
    ///
    /// - Throws: `.unreadable` if there is none, `.invalid` with everything that is wrong in it, each with its line.
    package static func load(folder: String) throws(ConfigurationError) -> ModelPack {
        let document = try Document.load(path: folder + "/model.yaml")
        let diagnostics = Diagnostics(of: document)
        let pack = ModelPack(document, diagnostics)
        try diagnostics.check()
        return pack!
    }

    private init?(_ document: Document, _ diagnostics: Diagnostics) {
        let reader = MapReader(document.root, diagnostics)
        func path(_ reader: MapReader, _ key: String) -> String? {
            reader.optional(key, String.self).map { document.root.mark.resolve($0) }
        }
        let localeText = reader.required("locale", String.self)
        let locale = localeText.flatMap { LocaleTag($0) }
        if localeText != nil, locale == nil {
            reader.report("expected a locale such as en-US", about: "locale")
        }
        let name = reader.required("name", String.self)
        let licence = reader.required("licence", String.self)
        let sampleRate = reader.required("sample_rate", Int.self, in: 8000...48_000)
        let acousticModel = reader.required("acoustic_model", String.self)
        let dictionary = reader.required("dictionary", String.self)
        variants = path(reader, "variants")
        words = path(reader, "words")
        let models = reader.map("language_models")
        languageModels = LanguageModels(
            dictation: models.flatMap { path($0, "dictation") }, search: models.flatMap { path($0, "search") }
        )
        models?.finish()
        noise = path(reader, "noise")
        acousticModelForCommands = path(reader, "acoustic_model_for_commands")
        phoneNetwork = path(reader, "phone_network")
        listedPhones = reader.optional("phones", [String].self)
        package = reader.optional("package", String.self)
        reader.finish()
        guard let name, let locale, let licence, let sampleRate, let acousticModel, let dictionary else {
            return nil
        }
        self.name = name
        self.locale = locale
        self.licence = licence
        self.sampleRate = sampleRate
        self.acousticModel = document.root.mark.resolve(acousticModel)
        self.dictionary = document.root.mark.resolve(dictionary)
        manifest = document.name
    }

    /// The acoustic model that searches with a grammar or for wake phrases use.
    package var grammarAcousticModel: String { acousticModelForCommands ?? acousticModel }

    /// The paths of the dictionary and, where there are any, the variants.
    package var dictionaries: [String] { [dictionary, variants].compactMap { $0 } }

    /// What Earshot itself has to understand and say in the pack's language; of a pack that names no file, nothing. Reads the
    /// file at each call.
    ///
    /// - Throws: `.unusableModel` if it is missing or broken.
    public func languageWords() throws(ModelError) -> LanguageWords {
        guard let words else {
            var none = LanguageWords(locale: locale)
            none.manifest = manifest
            return none
        }
        do throws(ConfigurationError) {
            return try LanguageWords(path: words, locale: locale)
        } catch {
            let reason =
                switch error {
                case .unreadable(_, let reason): reason
                case .invalid(let diagnostics):
                    diagnostics.map { "line \($0.mark.line): \($0.text)" }.joined(separator: "; ")
                }
            throw .unusableModel(
                path: words, reason: reason, remedy: "correct it, or remove 'words:' from \(manifest)")
        }
    }

    /// How many senones an acoustic model has; reads the beginning of its `mdef`.
    ///
    /// - Parameter folder: the model's.
    package static func senoneCount(ofAcousticModel folder: String) throws(ModelError) -> Int {
        try ModelDefinition(path: "\(folder)/mdef", whole: false).senoneCount
    }

    /// The phones that pronunciations may use: those that `model.yaml` lists, else all of the acoustic model. Reads the
    /// beginning of its definition at each call.
    ///
    /// - Throws: `.unusableModel` if that is missing or broken.
    package func phones() throws(ModelError) -> PhoneSet {
        let definition: ModelDefinition
        do throws(ModelError) {
            definition = try ModelDefinition(path: acousticModel + "/mdef", whole: false)
        } catch {
            throw withRemedy(error)
        }
        return PhoneSet(phones: listedPhones ?? definition.phones, fillers: definition.fillers)
    }
}

import Capture
import Models

/// Writes down what is dictated, with hints at what it is about: a module of a ``SpeechAnalyzer``.
///
/// The engine and the language model are a ``SpeechTranscriber``'s; beyond it, there are hints, among them a vocabulary of the
/// site's own. Options that need what the models do not know, as punctuation, are accepted and have no effect.
///
/// ```swift
/// var shop = CustomLanguageModelData()
/// shop.insert(phrase: "goat cheese", count: 20)
/// let transcriber = DictationTranscriber(
///     locale: LocaleTag("en-US")!, contentHints: [.customizedLanguage(modelConfiguration: shop)],
///     transcriptionOptions: [], reportingOptions: [.volatileResults], attributeOptions: [])
/// ```
public final class DictationTranscriber: LocaleDependentSpeechModule {
    /// What speech is about.
    public struct ContentHint: Sendable, Hashable {
        enum Kind: Hashable {
            case shortForm
            case farField
            case atypicalSpeech
            case customizedLanguage(CustomLanguageModelData)
        }

        let kind: Kind

        /// A few words to look for: the pack's language model for search, if it has one.
        public static let shortForm = ContentHint(kind: .shortForm)

        /// Somebody far from the microphone: without effect, as there is no model for it.
        public static let farField = ContentHint(kind: .farField)
        /// Somebody who speaks unlike most: without effect, as there is no model for it.
        public static let atypicalSpeech = ContentHint(kind: .atypicalSpeech)

        /// Phrases and pronunciations of the site's own, beside the general language model.
        public static func customizedLanguage(modelConfiguration: CustomLanguageModelData) -> ContentHint {
            ContentHint(kind: .customizedLanguage(modelConfiguration))
        }
    }

    /// What else is told than final results.
    public enum ReportingOption: Sendable, Hashable, CaseIterable {
        /// Words before they are final.
        case volatileResults
        /// Other transcriptions of final results, five at most.
        case alternativeTranscriptions
        /// Final results come often: after each pause, as in any case.
        case frequentFinalization
    }

    /// How text is changed: all without effect. A ``TranscriptionFormatter`` writes the marks that were spoken.
    public enum TranscriptionOption: Sendable, Hashable, CaseIterable {
        /// Full stops and commas that nobody said: the language models know none.
        case punctuation
        /// Signs in the place of their names.
        case emoji
        /// Rude words are replaced: the dictionary has none marked.
        case etiquetteReplacements
    }
    /// What comes with the text.
    public typealias ResultAttributeOption = SpeechTranscriber.ResultAttributeOption

    /// Options that belong together.
    public struct Preset: Sendable, Hashable {
        /// What speech is about.
        public var contentHints: Set<ContentHint>
        /// How text is changed.
        public var transcriptionOptions: Set<TranscriptionOption> = []
        /// What else is told than final results.
        public var reportingOptions: Set<ReportingOption>
        /// What comes with the text.
        public var attributeOptions: Set<ResultAttributeOption> = []

        /// Options of the program's own.
        public init(
            contentHints: Set<ContentHint> = [], transcriptionOptions: Set<TranscriptionOption> = [],
            reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption> = []
        ) {
            self.contentHints = contentHints
            self.transcriptionOptions = transcriptionOptions
            self.reportingOptions = reportingOptions
            self.attributeOptions = attributeOptions
        }

        /// A few words.
        public static let phrase = Preset(contentHints: [.shortForm], reportingOptions: [])
        /// Some sentences.
        public static let shortDictation = Preset(reportingOptions: [])
        /// Some sentences, as they are said.
        public static let progressiveShortDictation = Preset(reportingOptions: [.volatileResults])
        /// Pages.
        public static let longDictation = Preset(reportingOptions: [])
        /// Pages, as they are said.
        public static let progressiveLongDictation = Preset(reportingOptions: [.volatileResults])
        /// Pages; times are there in any case.
        public static let timeIndexedLongDictation = Preset(
            reportingOptions: [], attributeOptions: [.audioTimeRange])
    }

    /// What it gives.
    public typealias Result = TranscriberResult

    let core: TranscriberCore<TranscriberResult>
    private let hints: Set<ContentHint>
    private let options: Set<ReportingOption>

    init(
        _ core: TranscriberCore<TranscriberResult>, _ hints: Set<ContentHint>, _ options: Set<ReportingOption>
    ) {
        self.core = core
        self.hints = hints
        self.options = options
    }

    /// - Parameters:
    ///   - locale: the language; `.current` is the user's.
    ///   - preset: what is told.
    public convenience init(locale: LocaleTag, preset: Preset) {
        self.init(TranscriberCore(locale), preset.contentHints, preset.reportingOptions)
    }

    /// The same with options of the program's own.
    public convenience init(
        locale: LocaleTag, contentHints: Set<ContentHint>, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), contentHints, reportingOptions)
    }

    /// What was heard.
    public var results: SpeechModuleResults<TranscriberResult> { core.results }
    /// That of the acoustic model; empty if the language is not installed.
    public var availableCompatibleAudioFormats: [AudioFormat] { get async { core.formats } }
    /// The language.
    public var selectedLocales: [LocaleTag] { core.selectedLocales }
}

extension DictationTranscriber: TranscriberModule {
    var hearsFreeText: Bool { true }

    func begin(_ setup: ModuleSetup) throws(RecognitionError) -> any ModuleSession {
        var settings = SpeechRecognitionRequest.Settings(
            reportsVolatile: options.contains(.volatileResults),
            offersAlternatives: options.contains(.alternativeTranscriptions))
        for case .customizedLanguage(let data) in hints.map(\.kind) {
            settings.customizedLanguageModel = settings.customizedLanguageModel?.merged(with: data) ?? data
        }
        let hint: SpeechRecognitionTaskHint = hints.contains(.shortForm) ? .search : .dictation
        return try core.begin(setup, settings, hint: hint) { heard, _ in heard }
    }
}

import Capture
import Models

/// Transcribes speech of any kind with the pack's language model: a module of a ``SpeechAnalyzer``.
///
/// It works as a ``SpeechRecognizer``'s tasks do, utterance by utterance: a final result comes after each pause of 0.7 s, with
/// confidence, and volatile ones before it where they are asked for. It goes on as long as there is sound.
///
/// ```swift
/// let transcriber = SpeechTranscriber(locale: LocaleTag("en-US")!, preset: .progressiveTranscription)
/// let analyzer = SpeechAnalyzer(modules: [transcriber])
/// try await analyzer.start(inputSequence: inputs)
/// for try await result in transcriber.results { print(result.text) }
/// ```
public final class SpeechTranscriber: LocaleDependentSpeechModule {
    /// What else is told than final results.
    public enum ReportingOption: Sendable, Hashable, CaseIterable {
        /// Words before they are final.
        case volatileResults
        /// Other transcriptions of final results, five at most.
        case alternativeTranscriptions
        /// As soon as possible: so it is in any case.
        case fastResults
    }

    /// How text is changed.
    public enum TranscriptionOption: Sendable, Hashable, CaseIterable {
        /// Rude words are replaced: without effect, as the dictionary has none marked.
        case etiquetteReplacements
    }

    /// What comes with the text: ``TranscriberResult/transcription`` has all of it in any case.
    public enum ResultAttributeOption: Sendable, Hashable, CaseIterable {
        /// When each word was said.
        case audioTimeRange
        /// How likely each word is right.
        case transcriptionConfidence
    }

    /// Options that belong together.
    public struct Preset: Sendable, Hashable {
        /// How text is changed.
        public var transcriptionOptions: Set<TranscriptionOption> = []
        /// What else is told than final results.
        public var reportingOptions: Set<ReportingOption>
        /// What comes with the text.
        public var attributeOptions: Set<ResultAttributeOption> = []

        /// Options of the program's own.
        public init(
            transcriptionOptions: Set<TranscriptionOption> = [], reportingOptions: Set<ReportingOption>,
            attributeOptions: Set<ResultAttributeOption> = []
        ) {
            self.transcriptionOptions = transcriptionOptions
            self.reportingOptions = reportingOptions
            self.attributeOptions = attributeOptions
        }

        /// Final results only.
        public static let transcription = Preset(reportingOptions: [])
        /// Final results with other transcriptions.
        public static let transcriptionWithAlternatives = Preset(
            reportingOptions: [.alternativeTranscriptions])
        /// The same; times are there in any case.
        public static let timeIndexedTranscriptionWithAlternatives = Preset(
            reportingOptions: [.alternativeTranscriptions], attributeOptions: [.audioTimeRange])
        /// Words as they are said.
        public static let progressiveTranscription = Preset(reportingOptions: [.volatileResults])
        /// The same; times are there in any case.
        public static let timeIndexedProgressiveTranscription = Preset(
            reportingOptions: [.volatileResults], attributeOptions: [.audioTimeRange])
    }

    /// What it gives.
    public typealias Result = TranscriberResult

    let core: TranscriberCore<TranscriberResult>
    private let options: Set<ReportingOption>

    init(_ core: TranscriberCore<TranscriberResult>, _ options: Set<ReportingOption>) {
        self.core = core
        self.options = options
    }

    /// - Parameters:
    ///   - locale: the language; `.current` is the user's. That it is not installed shows at the analyzer's start, and before at
    ///     ``AssetInventory``.
    ///   - preset: what is told.
    public convenience init(locale: LocaleTag, preset: Preset) {
        self.init(TranscriberCore(locale), preset.reportingOptions)
    }

    /// The same with options of the program's own.
    public convenience init(
        locale: LocaleTag, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), reportingOptions)
    }

    /// What was heard.
    public var results: SpeechModuleResults<TranscriberResult> { core.results }
    /// That of the acoustic model; empty if the language is not installed.
    public var availableCompatibleAudioFormats: [AudioFormat] { get async { core.formats } }
    /// The language.
    public var selectedLocales: [LocaleTag] { core.selectedLocales }
}

extension SpeechTranscriber: TranscriberModule {
    var hearsFreeText: Bool { true }

    func begin(_ setup: ModuleSetup) throws(RecognitionError) -> any ModuleSession {
        let settings = SpeechRecognitionRequest.Settings(
            reportsVolatile: options.contains(.volatileResults),
            offersAlternatives: options.contains(.alternativeTranscriptions))
        return try core.begin(setup, settings, hint: .dictation) { heard, _ in heard }
    }
}

import Capture
import Models

/// A kind of analysis, which a ``SpeechAnalyzer`` hands its sound to: one of ``SpeechTranscriber``,
/// ``DictationTranscriber``, ``CommandTranscriber`` and ``SpeechDetector``. A type of a program's own that conforms to it
/// is given no sound.
///
/// ```swift
/// let modules: [any SpeechModule] = [transcriber, SpeechDetector()]
/// let analyzer = SpeechAnalyzer(modules: modules)
/// ```
public protocol SpeechModule: AnyObject, Sendable {
    /// What it finds.
    associatedtype Result: SpeechModuleResult

    /// What it finds, in the order of the sound, until the analyzer has finished; then nothing more. Throws the
    /// ``RecognitionError`` that ended the analysis, or the input sequence's own. For one loop, which may begin before the
    /// sound does.
    var results: SpeechModuleResults<Result> { get }

    /// The formats that need no conversion. Any PCM format is taken in.
    var availableCompatibleAudioFormats: [AudioFormat] { get async }
}

/// A module that knows one language.
///
/// ```swift
/// print(await SpeechTranscriber.supportedLocales, transcriber.selectedLocales)
/// ```
public protocol LocaleDependentSpeechModule: SpeechModule {
    /// The languages that are installed: see ``SpeechRecognizer/supportedLocales()``.
    static var supportedLocales: [LocaleTag] { get async }
    /// The language that it knows.
    var selectedLocales: [LocaleTag] { get }
}

extension LocaleDependentSpeechModule {
    /// The languages that are installed, by name. Nothing else can be had without the network, so they are also all that are
    /// supported.
    public static var supportedLocales: [LocaleTag] {
        get async { SpeechRecognizer.supportedLocales().sorted { $0.description < $1.description } }
    }

    /// The same as ``supportedLocales``.
    public static var installedLocales: [LocaleTag] { get async { await supportedLocales } }

    /// Whether any language is installed.
    public static var isAvailable: Bool { !SpeechRecognizer.supportedLocales().isEmpty }

    /// The installed language that serves for `locale`; nil if there is none.
    public static func supportedLocale(equivalentTo locale: LocaleTag) async -> LocaleTag? {
        ModelPack.matching(locale, among: InstalledPacks.all)?.locale
    }
}

/// What a module has found in a stretch of sound.
///
/// ```swift
/// for try await result in transcriber.results where result.isFinal {
///     print(result.range.start.seconds, result.text)
/// }
/// ```
public protocol SpeechModuleResult: Sendable {
    /// Where it was found.
    var range: AudioTimeRange { get }
    /// Up to when on the capture clock results of this module are final: none changes any more that ends before.
    var resultsFinalizationTime: AudioTime { get }
    /// Whether it is not revised any more; else it is volatile, and a later result of the same sound takes its place.
    var isFinal: Bool { get }
}

extension SpeechModuleResult {
    /// Whether results are final up to its end, for types that do not say more exactly.
    public var isFinal: Bool { range.end.duration <= resultsFinalizationTime.duration }
}

/// A module that this library knows how to run.
protocol RunnableModule: SpeechModule {
    /// What it needs of the model packs; nil for nothing.
    var assets: (any ModuleAssets)? { get }
    /// Whether it needs a pack that has a language model.
    var hearsFreeText: Bool { get }
    /// Takes it for the one analyzer that it may have; false if it was taken before.
    func claim() -> Bool
    /// Begins to analyze, for the analyzer that has taken it.
    func begin(_ setup: ModuleSetup) throws(RecognitionError) -> any ModuleSession
    /// Ends its results, of which none is taken back.
    func finish(throwing error: (any Error)?)
}

/// What an analyzer gives its modules.
struct ModuleSetup: Sendable {
    /// The analyzer's own phrases, asked for when a decoder is ordered.
    var phrases: @Sendable () -> [String] = { [] }
    var retention = SpeechAnalyzer.Options.ModelRetention.lingering
    var pool = DecoderPool.shared
}

/// What a module needs of the model packs.
protocol ModuleAssets: Sendable {
    /// - Throws: `.model` where no installed pack speaks its language.
    func pack() throws(RecognitionError) -> ModelPack
}

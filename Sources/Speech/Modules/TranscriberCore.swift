import Capture
import Models
import Synchronization

/// What transcribers have in common: a language, results, and that they serve one analyzer.
final class TranscriberCore<Result: SpeechModuleResult>: ModuleAssets {
    private enum Language {
        case asked(LocaleTag)
        /// What was asked for names no language.
        case unreadable(String)
        case given(ModelPack)
    }

    let results = SpeechModuleResults<Result>(buffer: .init())

    private let language: Language
    private let isInUse = Atomic(false)

    init(_ locale: LocaleTag) { language = .asked(locale) }

    init(unreadable locale: String) { language = .unreadable(locale) }

    init(pack: ModelPack) { language = .given(pack) }

    func pack() throws(RecognitionError) -> ModelPack {
        let asked: String
        switch language {
        case .given(let pack): return pack
        case .unreadable(let locale): asked = locale
        case .asked(let locale):
            if let pack = ModelPack.matching(locale, among: InstalledPacks.all) { return pack }
            asked = locale.description
        }
        throw .model(
            .unknownLocale(asked: asked, installed: InstalledPacks.all.map(\.locale.description)))
    }

    /// The language asked for, or that of the given pack.
    var selectedLocales: [LocaleTag] {
        switch language {
        case .asked(let locale): [locale]
        case .unreadable: []
        case .given(let pack): [pack.locale]
        }
    }

    var formats: [AudioFormat] {
        (try? pack()).map { [AudioFormat(sampleRate: $0.sampleRate, channelCount: 1, sample: .int16)] } ?? []
    }

    func claim() -> Bool { !isInUse.exchange(true, ordering: .relaxed) }

    /// Begins to hear words.
    ///
    /// - Parameters:
    ///   - settings: what is wanted of each utterance.
    ///   - result: makes a module's result of what was heard; called on the session's queue.
    func begin(
        _ setup: ModuleSetup, _ settings: SpeechRecognitionRequest.Settings, hint: SpeechRecognitionTaskHint,
        result: @escaping @Sendable (TranscriberResult, TranscribingSession.News) -> Result
    ) throws(RecognitionError) -> any ModuleSession {
        let pack = try pack()
        let buffer = results.buffer
        return TranscribingSession(settings, hint: hint, pack: pack, setup) { news, past in
            let heard = TranscriberResult(
                news, after: past, alternatives: settings.maximumAlternatives, sampleRate: pack.sampleRate)
            buffer.add(result(heard, news))
        }
    }
}

extension SpeechRecognitionRequest.Settings {
    /// Of a module.
    init(reportsVolatile: Bool, offersAlternatives: Bool) {
        self.init()
        shouldReportPartialResults = reportsVolatile
        maximumAlternatives = offersAlternatives ? 5 : 0
    }
}

/// A module that hears words.
protocol TranscriberModule: RunnableModule {
    var core: TranscriberCore<Result> { get }
}

extension TranscriberModule {
    var assets: (any ModuleAssets)? { core }

    func claim() -> Bool { core.claim() }

    func finish(throwing error: (any Error)?) { core.results.buffer.finish(throwing: error) }
}

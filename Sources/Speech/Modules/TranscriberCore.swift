import Capture
import Models
import Synchronization

/// What transcribers have in common: a language, results, and that they serve one analyzer.
final class TranscriberCore<Result: SpeechModuleResult>: ModuleAssets {
    let results = SpeechModuleResults<Result>(buffer: .init())

    /// The language that was asked for; nil for the user's.
    private let locale: LocaleTag?
    /// What was asked for could not be read.
    private let unreadable: String?
    private let given: ModelPack?
    private let isInUse = Atomic(false)

    init(_ locale: LocaleTag?, unreadable: String? = nil, pack: ModelPack? = nil) {
        self.locale = locale
        self.unreadable = unreadable
        given = pack
    }

    func pack() throws(RecognitionError) -> ModelPack {
        if let given { return given }
        let packs = InstalledPacks.all
        let found =
            locale.map { ModelPack.matching($0, among: packs) }
            ?? (unreadable == nil ? ModelPack.preferred(among: packs) : nil)
        guard let found else {
            throw .model(
                .unknownLocale(
                    asked: locale?.description ?? unreadable ?? "",
                    installed: packs.map(\.locale.description)))
        }
        return found
    }

    /// The language asked for, or that of the user's pack.
    var selectedLocales: [LocaleTag] { [locale ?? (try? pack())?.locale].compactMap { $0 } }

    var formats: [AudioFormat] {
        (try? pack()).map { [AudioFormat(sampleRate: $0.sampleRate, channelCount: 1, sample: .int16)] } ?? []
    }

    func claim() -> Bool { !isInUse.exchange(true, ordering: .relaxed) }
}

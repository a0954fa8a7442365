import Models
import Synchronization

/// Whether what modules need is installed: the counterpart of the Speech framework's class of that name, answered from the
/// model packs. Nothing is ever fetched from the network; what is missing, a Debian package or a folder brings.
///
/// ```swift
/// switch await AssetInventory.status(forModules: [transcriber]) {
/// case .installed: break
/// case .supported: try await AssetInventory.assetInstallationRequest(supporting: [transcriber])?.downloadAndInstall()
/// default: print("no such language")
/// }
/// ```
public enum AssetInventory {
    /// What there is, from nothing to everything.
    public enum Status: Sendable, Hashable, Comparable, CaseIterable {
        /// No model pack speaks the language.
        case unsupported
        /// There is a pack, and files that it names are missing or broken, or a transcriber would need a language model, and it
        /// has none: an ``AssetInstallationRequest`` says which.
        case supported
        /// Never given: for programs that switch over all cases.
        case downloading
        /// All is there.
        case installed
    }

    /// The least that any of the modules has. Looks at the packs' files; takes some milliseconds.
    public static func status(forModules modules: [any SpeechModule]) async -> Status {
        modules.map { status(of: $0) }.min() ?? .installed
    }

    /// A request that says what is missing; nil if nothing is.
    ///
    /// - Throws: `.model` where no installed pack speaks a module's language.
    public static func assetInstallationRequest(
        supporting modules: [any SpeechModule]
    ) async throws(RecognitionError) -> AssetInstallationRequest? {
        for module in modules {
            if let problem = try problem(of: module) { return AssetInstallationRequest(problem: problem) }
        }
        return nil
    }

    private static let reserved = Mutex<Set<LocaleTag>>([])

    /// The languages that this program has reserved, by name. Without effect: what is installed stays, reserved or not.
    public static var reservedLocales: [LocaleTag] {
        get async { reserved.withLock { $0.sorted { $0.description < $1.description } } }
    }

    /// As many as there are installed, since nothing is fetched.
    public static var maximumReservedLocales: Int { SpeechRecognizer.supportedLocales().count }

    /// Notes the language of the pack that serves for `locale` as reserved.
    ///
    /// - Returns: false if it was already.
    /// - Throws: `.model` if none is installed.
    @discardableResult
    public static func reserve(locale: LocaleTag) async throws(RecognitionError) -> Bool {
        let found: ModelPack
        do throws(ModelError) {
            found = try ModelPack.serving(locale.description, among: InstalledPacks.all)
        } catch {
            throw .model(error)
        }
        return reserved.withLock { $0.insert(found.locale).inserted }
    }

    /// Notes a language as not reserved any more. It stays installed: its pack is removed by hand.
    ///
    /// - Returns: whether it was.
    @discardableResult
    public static func release(reservedLocale: LocaleTag) async -> Bool {
        let locale = ModelPack.matching(reservedLocale, among: InstalledPacks.all)?.locale ?? reservedLocale
        return reserved.withLock { $0.remove(locale) != nil }
    }

    private static func status(of module: any SpeechModule) -> Status {
        do {
            return try problem(of: module) == nil ? .installed : .supported
        } catch {
            return .unsupported
        }
    }

    /// What keeps the module's pack from serving it.
    private static func problem(of module: any SpeechModule) throws(RecognitionError) -> RecognitionError? {
        guard let module = module as? any RunnableModule, let assets = module.assets else { return nil }
        let pack = try assets.pack()
        if let problem = pack.check(readingWhole: false).first { return .model(problem) }
        let models = pack.languageModels
        guard module.hearsFreeText, models.dictation == nil, models.search == nil else { return nil }
        return .noLanguageModel(locale: pack.locale.description)
    }
}

/// What is missing of a module's files, from ``AssetInventory/assetInstallationRequest(supporting:)``.
///
/// ```swift
/// do {
///     try await request.downloadAndInstall()
/// } catch {
///     print(error)            // /usr/share/pocketsphinx/…: no such file; sudo apt install pocketsphinx-en-us
/// }
/// ```
public struct AssetInstallationRequest: Sendable {
    /// The first thing that is missing or broken; its text says what to install.
    public let problem: RecognitionError

    /// Installs nothing, since nothing here uses a network: says what to install.
    ///
    /// - Throws: ``problem``, always.
    public func downloadAndInstall() async throws(RecognitionError) { throw problem }
}

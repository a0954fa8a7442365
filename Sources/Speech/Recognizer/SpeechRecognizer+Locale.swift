import Models

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Locale
#else
    import struct Foundation.Locale
#endif

extension SpeechRecognizer {
    /// For a language and region in Foundation's terms, as `Locale(identifier: "en-US")`. Nil if no installed model pack
    /// speaks it.
    ///
    /// `Locale.current` is `en_001`, English wherever, whatever the user has set: it gives the first English that is
    /// installed. The user's own language is that of ``init()``. In a program that does not import all of Foundation
    /// every `Locale` is that one; use a ``LocaleTag`` there.
    public convenience init?(locale: Locale) {
        guard let tag = LocaleTag(locale.identifier) else { return nil }
        self.init(locale: tag)
    }
}

extension SpeechTranscriber {
    /// For a language and region in Foundation's terms; see ``SpeechRecognizer/init(locale:)-(Locale)``.
    public convenience init(locale: Locale, preset: Preset) {
        self.init(TranscriberCore(locale), preset.reportingOptions)
    }

    /// The same with options of the program's own.
    public convenience init(
        locale: Locale, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), reportingOptions)
    }
}

extension DictationTranscriber {
    /// For a language and region in Foundation's terms; see ``SpeechRecognizer/init(locale:)-(Locale)``.
    public convenience init(locale: Locale, preset: Preset) {
        self.init(TranscriberCore(locale), preset.contentHints, preset.reportingOptions)
    }

    /// The same with options of the program's own.
    public convenience init(
        locale: Locale, contentHints: Set<ContentHint>, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), contentHints, reportingOptions)
    }
}

extension TranscriberCore {
    convenience init(_ locale: Locale) {
        self.init(LocaleTag(locale.identifier), unreadable: locale.identifier)
    }
}

extension LocaleDependentSpeechModule {
    /// The installed language that serves for `locale`; nil if there is none.
    public static func supportedLocale(equivalentTo locale: Locale) async -> LocaleTag? {
        guard let tag = LocaleTag(locale.identifier) else { return nil }
        return await supportedLocale(equivalentTo: tag)
    }
}

extension AssetInventory {
    /// For a language and region in Foundation's terms; see ``AssetInventory/reserve(locale:)-(LocaleTag)``.
    ///
    /// - Throws: `.model` if it is not installed.
    @discardableResult
    public static func reserve(locale: Locale) async throws -> Bool {
        _ = try TranscriberCore<TranscriberResult>(locale).pack()
        return true
    }

    /// The same for a language in Foundation's terms.
    @discardableResult
    public static func release(reservedLocale: Locale) async -> Bool { false }
}

extension CustomLanguageModelData {
    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/init(locale:identifier:version:builder:)-(LocaleTag?,_,_,_)``.
    public init(
        locale: Locale, identifier: String, version: String,
        @DataInsertableBuilder builder: () -> [any DataInsertable]
    ) {
        self.init(
            locale: LocaleTag(locale.identifier), identifier: identifier, version: version, builder: builder)
    }

    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/init(locale:identifier:version:)-(LocaleTag?,_,_)``.
    public init(locale: Locale, identifier: String, version: String) {
        self.init(locale: LocaleTag(locale.identifier), identifier: identifier, version: version)
    }

    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/supportedPhonemes(locale:)-(LocaleTag)``.
    public static func supportedPhonemes(locale: Locale) -> [String] {
        LocaleTag(locale.identifier).map { supportedPhonemes(locale: $0) } ?? []
    }
}

extension LocaleTag {
    /// Whether both name the same language and region.
    public static func == (tag: LocaleTag, locale: Locale) -> Bool { tag == LocaleTag(locale.identifier) }

    /// Whether both name the same language and region.
    public static func == (locale: Locale, tag: LocaleTag) -> Bool { tag == locale }

    /// As `en-US`; that of Foundation's `Locale`.
    public var identifier: String { description }

    /// As a `Locale` of the same language and region says it: `en_US` for `.icu`, else `en-US`.
    public func identifier(_ type: Locale.IdentifierType) -> String {
        type == .icu ? region.map { "\(language)_\($0)" } ?? language : description
    }
}

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
    /// installed. The user's own language is that of ``init()``, and `.current` alone means ``LocaleTag/current``. In a program that
    /// does not import all of Foundation every `Locale` is that one; use a ``LocaleTag`` there.
    @_disfavoredOverload public convenience init?(locale: Locale) {
        guard let tag = LocaleTag(locale.identifier) else { return nil }
        self.init(locale: tag)
    }
}

extension SpeechTranscriber {
    /// For a language and region in Foundation's terms; see ``SpeechRecognizer/init(locale:)-(Locale)``.
    @_disfavoredOverload public convenience init(locale: Locale, preset: Preset) {
        self.init(TranscriberCore(locale), preset.reportingOptions)
    }

    /// The same with options of the program's own.
    @_disfavoredOverload
    public convenience init(
        locale: Locale, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), reportingOptions)
    }
}

extension DictationTranscriber {
    /// For a language and region in Foundation's terms; see ``SpeechRecognizer/init(locale:)-(Locale)``.
    @_disfavoredOverload public convenience init(locale: Locale, preset: Preset) {
        self.init(TranscriberCore(locale), preset.contentHints, preset.reportingOptions)
    }

    /// The same with options of the program's own.
    @_disfavoredOverload
    public convenience init(
        locale: Locale, contentHints: Set<ContentHint>, transcriptionOptions: Set<TranscriptionOption>,
        reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>
    ) {
        self.init(TranscriberCore(locale), contentHints, reportingOptions)
    }
}

extension TranscriberCore {
    convenience init(_ locale: Locale) {
        if let tag = LocaleTag(locale.identifier) {
            self.init(tag)
        } else {
            self.init(unreadable: locale.identifier)
        }
    }
}

extension LocaleDependentSpeechModule {
    /// The installed language that serves for `locale`; nil if there is none.
    @_disfavoredOverload
    public static func supportedLocale(equivalentTo locale: Locale) async -> LocaleTag? {
        guard let tag = LocaleTag(locale.identifier) else { return nil }
        return await supportedLocale(equivalentTo: tag)
    }
}

extension AssetInventory {
    /// For a language and region in Foundation's terms; see ``AssetInventory/reserve(locale:)-(LocaleTag)``.
    ///
    /// - Throws: `.model` if it is not installed.
    @_disfavoredOverload @discardableResult
    public static func reserve(locale: Locale) async throws(RecognitionError) -> Bool {
        guard let tag = LocaleTag(locale.identifier) else {
            let installed = InstalledPacks.all.map(\.locale.description)
            throw .model(.unknownLocale(asked: locale.identifier, installed: installed))
        }
        return try await reserve(locale: tag)
    }

    /// The same for a language in Foundation's terms.
    @_disfavoredOverload @discardableResult
    public static func release(reservedLocale: Locale) async -> Bool {
        guard let tag = LocaleTag(reservedLocale.identifier) else { return false }
        return await release(reservedLocale: tag)
    }
}

extension CustomLanguageModelData {
    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/init(locale:identifier:version:builder:)-(LocaleTag?,_,_,_)``.
    @_disfavoredOverload
    public init(
        locale: Locale, identifier: String, version: String,
        @DataInsertableBuilder builder: () -> [any DataInsertable]
    ) {
        self.init(
            locale: LocaleTag(locale.identifier), identifier: identifier, version: version, builder: builder)
    }

    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/init(locale:identifier:version:)-(LocaleTag?,_,_)``.
    @_disfavoredOverload public init(locale: Locale, identifier: String, version: String) {
        self.init(locale: LocaleTag(locale.identifier), identifier: identifier, version: version)
    }

    /// For a language and region in Foundation's terms; see ``CustomLanguageModelData/supportedPhonemes(locale:)-(LocaleTag)``.
    @_disfavoredOverload
    public static func supportedPhonemes(locale: Locale) -> [String] {
        LocaleTag(locale.identifier).map { supportedPhonemes(locale: $0) } ?? []
    }
}

extension LocaleTag {
    /// The user's language: that of the pack which ``SpeechRecognizer/init()`` takes, by LC_ALL, LC_MESSAGES or LANG; `en-US` if none
    /// is installed. `.current` in the place of a locale means it, and not `Locale.current`.
    ///
    /// ```swift
    /// let transcriber = SpeechTranscriber(locale: .current, preset: .transcription)
    /// ```
    public static var current: LocaleTag {
        ModelPack.preferred(among: InstalledPacks.all)?.locale ?? LocaleTag("en-US")!
    }

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

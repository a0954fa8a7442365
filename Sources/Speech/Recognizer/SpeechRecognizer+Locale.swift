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

extension LocaleTag {
    /// As `en-US`; that of Foundation's `Locale`.
    public var identifier: String { description }
}

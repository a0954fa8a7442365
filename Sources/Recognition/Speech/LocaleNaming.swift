import Language

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Locale
#else
    import struct Foundation.Locale
#endif

/// What names a language and region: a `LocaleTag`, or Foundation's `Locale`.
///
/// In a program that does not import all of Foundation, use `LocaleTag`: there, every `Locale` says that it is `en_001`.
///
/// ```swift
/// let recognizer = SpeechRecognizer(locale: LocaleTag("en-US")!)
/// ```
public protocol LocaleNaming {
    /// As `en-US` or `en_US`.
    var identifier: String { get }
}

extension LocaleTag: LocaleNaming {
    /// As `en-US`; the same as its description.
    public var identifier: String { description }
}

extension Locale: LocaleNaming {}

extension Unicode.Scalar {
    /// Whether a terminal obeys it instead of showing it: the general category Cc, which Unicode keeps to these.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Whether nobody sees it where it stands: what a web page or a word processor leaves in a text. The two joiners belong to the
    /// words of some scripts.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control: true
        case .format: !("\u{200C}"..."\u{200D}").contains(self)
        default: false
        }
    }

    /// That nobody sees it, and what to do.
    package var invisibility: String {
        "an invisible character (U+\(hexadecimal)) stands here; delete it, or type the word again"
    }

    /// Whether a name or a value with it looks right, and is another: it is invisible, or a space that is none to YAML.
    var isDeceptive: Bool { isInvisible || self == "\u{A0}" }

    /// Its number as it is written after `U+` or `\u`: `001B`.
    package var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

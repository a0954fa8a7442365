extension Unicode.Scalar {
    /// Whether a terminal obeys it instead of showing it: the general category Cc, which Unicode keeps to these.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    /// Its number as it is written after `U+` or `\u`: `001B`.
    package var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Duration: SettingValue {
    /// What a time looks like, for diagnostics.
    package static var expectation: String { "a time with its unit such as 500ms, 2s, 10m or 1h" }

    /// A number and its unit (ms, s, m or min, h), or several that add up: `1h 30m`. A bare `0` needs no unit.
    ///
    /// What is longer than 30 years is 30 years, which is out of any range.
    package init?(setting text: String) {
        if text == "0" {
            self = .zero
            return
        }
        var total = Duration.zero
        var rest = text[...].drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count).drop(while: \.isWhitespace)
            let unit = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(unit.count).drop(while: \.isWhitespace)
            guard let number = Double(setting: String(number)), let scale = Self.milliseconds(in: unit)
            else { return nil }
            // In whole nanoseconds, so that 0.1s is exactly a tenth of a second.
            total += .nanoseconds(Int64((min(number * scale, Self.longest) * 1e6).rounded()))
        }
        self = total
    }

    /// 30 years in milliseconds.
    private static let longest = 30 * 365.25 * 24 * 3_600_000

    /// In the largest unit that gives a whole number: `90m`, `1500ms`; rounded to milliseconds.
    package var setting: String {
        let milliseconds = Int((self / .milliseconds(1)).rounded())
        guard milliseconds != 0 else { return "0s" }
        let units = [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
        let (unit, scale) = units.first { milliseconds % $0.1 == 0 } ?? ("ms", 1)
        return "\(milliseconds / scale)\(unit)"
    }

    private static func milliseconds(in unit: Substring) -> Double? {
        switch unit {
        case "ms": 1
        case "s", "sec": 1000
        case "m", "min": 60_000
        case "h": 3_600_000
        default: nil
        }
    }
}

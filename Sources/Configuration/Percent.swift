/// A share of a whole, written with its sign in settings: `70%`.
///
/// ```swift
/// Percent(setting: "70%")?.fraction  // 0.7
/// ```
package struct Percent: Sendable, Hashable, Comparable, SettingValue, CustomStringConvertible {
    /// 0.7 for `70%`.
    package var fraction: Double

    /// A share of 1: 0.7 for `70%`. It may be any, so that a reader can say which are out of range.
    package init(fraction: Double) { self.fraction = fraction }

    /// What a share looks like, for diagnostics.
    package static let expectation = "a percentage such as 70%"

    /// A number and a percent sign: `70%`, `12.5 %`.
    package init?(setting text: String) {
        guard text.hasSuffix("%") else { return nil }
        var number = text.dropLast()
        while number.last == " " { number.removeLast() }
        guard let value = Double(setting: String(number)) else { return nil }
        fraction = value / 100
    }

    /// Whether `a` is the smaller share.
    package static func < (a: Percent, b: Percent) -> Bool { a.fraction < b.fraction }

    /// As one writes it: `70%`, `12.5%`.
    package var description: String {
        // To a billionth: 0.07 * 100 is not 7 in binary.
        let exact = fraction * 100
        let percent = abs(exact) < 1e6 ? (exact * 1e9).rounded() / 1e9 : exact
        return percent == percent.rounded() && abs(percent) < 1e15 ? "\(Int(percent))%" : "\(percent)%"
    }
}

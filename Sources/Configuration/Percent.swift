/// A share of a whole, written with its sign in settings: `70%`.
///
/// ```swift
/// Percent(setting: "70%")?.fraction  // 0.7
/// ```
public struct Percent: Sendable, Hashable, Comparable, SettingValue, CustomStringConvertible {
    /// 0.7 for `70%`.
    public var fraction: Double

    /// A share of 1: 0.7 for `70%`. It may be any, so that a reader can say which are out of range.
    public init(fraction: Double) { self.fraction = fraction }

    /// What a share looks like, for diagnostics.
    public static let expectation = "a percentage such as 70%"

    /// A number and a percent sign: `70%`, `12.5 %`.
    public init?(setting text: String) {
        guard text.hasSuffix("%") else { return nil }
        var number = text.dropLast()
        while number.last == " " { number.removeLast() }
        guard let value = Double(setting: String(number)) else { return nil }
        fraction = value / 100
    }

    /// Whether `a` is the smaller share.
    public static func < (a: Percent, b: Percent) -> Bool { a.fraction < b.fraction }

    /// As one writes it: `70%`, `12.5%`.
    public var description: String {
        let percent = fraction * 100
        return percent == percent.rounded() && abs(percent) < 1e15 ? "\(Int(percent))%" : "\(percent)%"
    }
}

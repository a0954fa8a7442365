/// A share of a whole, written with its sign in settings: `70%`.
public struct Percent: Sendable, Hashable, Comparable, SettingValue, CustomStringConvertible {
    /// 0.7 for `70%`.
    public var fraction: Double

    public init(fraction: Double) { self.fraction = fraction }

    public static let expectation = "a percentage such as 70%"

    public init?(setting text: String) {
        guard text.hasSuffix("%") else { return nil }
        var number = text.dropLast()
        while number.last == " " { number.removeLast() }
        guard let value = Double(setting: String(number)) else { return nil }
        fraction = value / 100
    }

    public static func < (a: Percent, b: Percent) -> Bool { a.fraction < b.fraction }

    public var description: String {
        let percent = fraction * 100
        return percent == percent.rounded() && abs(percent) < 1e15 ? "\(Int(percent))%" : "\(percent)%"
    }
}

/// A number of bytes, written with its unit in settings: `10M`.
///
/// ```swift
/// ByteCount(setting: "10M")?.bytes  // 10_000_000
/// ```
package struct ByteCount: Sendable, Hashable, Comparable, SettingValue, CustomStringConvertible {
    /// 10000000 for `10M`.
    package var bytes: Int

    package init(bytes: Int) { self.bytes = bytes }

    /// What a number of bytes looks like, for diagnostics.
    package static let expectation = "a size such as 500k, 10M or 1G"

    private static let units = [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1000)]

    /// A whole number and its unit, a thousand, million or thousand million bytes: `500k`, `10 M`, `1G`.
    package init?(setting text: String) {
        guard let unit = text.last, let scale = Self.units.first(where: { $0.0 == "\(unit)" })?.1,
            let number = Int(text.dropLast().filter { $0 != " " }), number >= 0,
            case let (bytes, isTooMany) = number.multipliedReportingOverflow(by: scale), !isTooMany
        else { return nil }
        self.bytes = bytes
    }

    /// Whether `a` is less.
    package static func < (a: ByteCount, b: ByteCount) -> Bool { a.bytes < b.bytes }

    /// In the largest unit that gives a whole number.
    package var description: String {
        let unit = Self.units.first { bytes >= $0.1 && bytes % $0.1 == 0 }
        return unit.map { "\(bytes / $0.1)\($0.0)" } ?? "\(bytes)"
    }
}

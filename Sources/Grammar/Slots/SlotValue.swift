import Platform

/// What was said for a named rule.
///
/// ```swift
/// switch match.slots["minutes"] {
/// case .number(let minutes): print("for", minutes, "minutes")
/// case .duration(let span): print("for", span)
/// default: print("for how long?")
/// }
/// ```
public enum SlotValue: Sendable, Hashable {
    /// A rule's tag, or its words separated by spaces.
    case text(String)
    /// The value of a number range such as `<1..30>`.
    case number(Int)
    /// The value of `<duration>`.
    case duration(Duration)
    /// The values of a rule that was used more than once, in the order they were said.
    case list([SlotValue])
}

extension SlotValue: CustomStringConvertible {
    /// The text, the digits, a duration in seconds as `600s` or `1.5s`, a list separated by ", ".
    public var description: String {
        switch self {
        case .text(let text): return text
        case .number(let number): return String(number)
        case .duration(let duration):
            let seconds = duration.seconds
            return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
        case .list(let values): return values.map(\.description).joined(separator: ", ")
        }
    }
}

/// As JSON: a string, a whole number, a duration as `{"seconds": 600}`, or an array of these.
extension SlotValue: Codable {
    private enum CodingKeys: String, CodingKey { case seconds }

    /// Reads what ``encode(to:)`` writes; a duration to the millisecond.
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: CodingKeys.self) {
            let milliseconds = (try keyed.decode(Double.self, forKey: .seconds) * 1000).rounded()
            // 300 years are more than anybody says, and less than what a time can be printed of.
            guard abs(milliseconds) < 1e13 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .seconds, in: keyed, debugDescription: "no span of time is that long")
            }
            self = .duration(.milliseconds(Int64(milliseconds)))
            return
        }
        let single = try decoder.singleValueContainer()
        if let number = try? single.decode(Int.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try single.decode([SlotValue].self))
        }
    }

    /// Writes a string, a whole number, an object with `seconds`, or an array.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .duration(let duration):
            var keyed = encoder.container(keyedBy: CodingKeys.self)
            try keyed.encode(duration.seconds, forKey: .seconds)
        case .text(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        case .number(let number):
            var single = encoder.singleValueContainer()
            try single.encode(number)
        case .list(let values):
            var single = encoder.singleValueContainer()
            try single.encode(values)
        }
    }
}

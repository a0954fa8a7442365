/// Any JSON: what is passed on or shown without being looked at.
///
/// ```swift
/// let slots: [String: JSONValue] = ["time": .object(["seconds": .number(600)])]
/// ```
package enum JSONValue: Sendable, Hashable, Codable {
    case text(String)
    case number(Double)
    case bool(Bool)
    case list([JSONValue])
    case object([String: JSONValue])
    case null

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if value.decodeNil() {
                .null
            } else if let bool = try? value.decode(Bool.self) {
                .bool(bool)
            } else if let number = try? value.decode(Double.self) {
                .number(number)
            } else if let text = try? value.decode(String.self) {
                .text(text)
            } else if let list = try? value.decode([JSONValue].self) {
                .list(list)
            } else {
                .object(try value.decode([String: JSONValue].self))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .bool(let bool): try value.encode(bool)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        case .null: try value.encodeNil()
        }
    }
}

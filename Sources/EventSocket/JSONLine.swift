import FoundationEssentials

/// A value as one line of JSON, keys in alphabetical order.
package func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A number that is none stands as text: one broken figure is no reason to lose the line.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    guard let data = try? encoder.encode(value) else { preconditionFailure("a value that JSON cannot hold") }
    return String(decoding: data, as: UTF8.self)
}

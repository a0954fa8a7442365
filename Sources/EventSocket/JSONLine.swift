import FoundationEssentials

/// A value as one line of JSON, keys in alphabetical order.
package func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every value that is written so is a string, a finite number or a container of these, so encoding cannot fail.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
}

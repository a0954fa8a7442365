import FoundationEssentials
import Platform

/// A value as one line of JSON, keys in alphabetical order.
package func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A number that is none stands as text: one broken figure is no reason to lose the line.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    do {
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
        Log.error("this cannot be told as JSON: \(error)", from: "events")
        return "{}"
    }
}

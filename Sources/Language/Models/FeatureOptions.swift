/// The options in an acoustic model's `feat.params`: `-name value` pairs.
struct FeatureOptions {
    private var values: [String: String] = [:]

    init(path: String) throws(LanguageError) {
        let file = try MappedFile(path: path)
        let words = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
            String.init)
        guard words.count.isMultiple(of: 2) else {
            throw .unusableModel(
                path: path, reason: "an option has no value", remedy: "install the acoustic model again")
        }
        for index in stride(from: 0, to: words.count, by: 2) { values[words[index]] = words[index + 1] }
        for (option, known) in Self.knownValues {
            if let value = values[option], !known.contains(value) {
                throw .unusableModel(
                    path: path,
                    reason: "'\(option) \(value)' is unknown; known: \(known.joined(separator: ", "))",
                    remedy: "install the acoustic model again")
            }
        }
    }

    /// sphinxbase ends the process when it meets another value of these.
    private static let knownValues = [
        "-cmn": ["none", "current", "prior", "batch", "live"],
        "-agc": ["none", "max", "emax", "noise"],
    ]

    subscript(name: String) -> String? { values[name] }

    /// The lengths of the feature streams, as sphinxbase's feat.c makes them from 13 cepstra; nil for a type that is not
    /// known here, and where a transform changes them.
    var streamLengths: [Int]? {
        guard values["-lda"] == nil, (values["-ncep"] ?? values["-ceplen"] ?? "13") == "13" else {
            return nil
        }
        if let ranges = values["-svspec"] {
            return ranges.split(separator: "/").map { part in
                part.split(separator: ",").reduce(0) { sum, range in
                    let ends = range.split(separator: "-").compactMap { Int($0) }
                    return sum + (ends.count == 2 ? ends[1] - ends[0] + 1 : 1)
                }
            }
        }
        switch values["-feat"] {
        case "1s_c_d_dd": return [39]
        case "s2_4x": return [12, 24, 3, 12]
        default: return nil
        }
    }
}

/// The options in an acoustic model's `feat.params`: `-name value` pairs.
struct FeatureOptions {
    private var values: [String: String] = [:]

    /// Those of a model without the file: sphinxbase's own.
    init() {}

    init(path: String) throws(ModelError) {
        let file = try MappedFile(path: path)
        let words = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
            String.init)
        func problem(_ reason: String) -> ModelError {
            .unusableModel(path: path, reason: reason, remedy: "install the acoustic model again")
        }
        guard words.count.isMultiple(of: 2) else { throw problem("an option has no value") }
        for index in stride(from: 0, to: words.count, by: 2) { values[words[index]] = words[index + 1] }
        for (option, known) in Self.knownValues {
            if let value = values[option], !known.contains(value) {
                throw problem("'\(option) \(value)' is unknown; known: \(known.joined(separator: ", "))")
            }
        }
        for (option, least) in Self.leastNumbers {
            if let value = values[option], Double(value).map({ $0.isFinite && $0 >= least }) != true {
                throw problem("'\(option) \(value)' is no number of \(least) or more")
            }
        }
        if let ranges = values["-svspec"], !Self.isOfPlaces(ranges) {
            throw problem("'-svspec \(ranges)' names places that no vector has")
        }
        guard lowestFrequency < highestFrequency else {
            throw problem("its filters begin at \(lowestFrequency) Hz and end at \(highestFrequency) Hz")
        }
    }

    /// sphinxbase, or Earshot, ends the process when it meets another value of these.
    private static let knownValues = [
        "-agc": ["none", "max", "emax", "noise"],
        // Without a cepstral mean there is none to be learned, nor to be begun with.
        "-cmn": ["current", "prior", "batch", "live"],
        "-feat": [
            "1s_c_d_dd", "1s_c_d", "1s_c", "1s_c_d_ld_dd", "s2_4x", "s3_1x39", "1s_12c_12d_3p_12dd",
            "cep_dcep",
        ],
        "-warp_type": ["inverse_linear", "affine", "piecewise_linear"],
    ]

    /// Below these sphinxbase ends the process; for what is no number it prints a page on the terminal.
    private static let leastNumbers = [
        "-ceplen": 1.0, "-lowerf": 0, "-ncep": 1, "-nfft": 0, "-nfilt": 1, "-samprate": 1, "-upperf": 1,
        "-wlen": 0,
    ]

    /// Whether the ranges of `-svspec` go from one place in a vector to another: sphinxbase counts through them, however long.
    private static func isOfPlaces(_ ranges: String) -> Bool {
        ranges.split { "/,-".contains($0) }.allSatisfy { UInt16($0) != nil }
    }

    subscript(name: String) -> String? { values[name] }

    /// Where the filter bank begins and ends, in Hz.
    private var lowestFrequency: Double { values["-lowerf"].flatMap(Double.init) ?? 133.33334 }
    var highestFrequency: Double { values["-upperf"].flatMap(Double.init) ?? 6855.4976 }

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
        switch values["-feat"] ?? "1s_c_d_dd" {
        case "1s_c_d_dd": return [39]
        case "s2_4x": return [12, 24, 3, 12]
        default: return nil
        }
    }
}

/// The header of a `sendump` file: mixture weights in 8 or 4 bits, as PocketSphinx's ptm_mgau.c reads them.
struct SenoneDump {
    private(set) var streamCount: Int?
    private(set) var densityCount: Int?
    private(set) var senoneCount: Int?
    /// The file, mapped.
    let file: MappedFile
    /// Where in the file its rows begin, of all senones' weights in one density, and how long each is; nil where a weight is not
    /// a byte by itself.
    private(set) var rows: (start: Int, length: Int)?

    /// `streams`, `densities` and `senones` are what the other files of the model say; the file's length must fit them.
    init(path: String, streams: Int, densities: Int, senones: Int) throws(ModelError) {
        file = try MappedFile(path: path)
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(file.bytes)
            let settings = try Self.readStrings(&reader)
            streamCount = settings["feature_count"]
            densityCount = settings["mixture_count"]
            senoneCount = settings["model_count"]
            let clusters = settings["cluster_count"] ?? 256
            let bits = settings["cluster_bits"] ?? 8
            guard [0, 15, 16].contains(clusters), bits == 8 || bits == 4 else {
                throw .init(
                    reason:
                        "its \(clusters) clusters of \(bits) bits are of a format too old for PocketSphinx")
            }
            var columns = senones
            if clusters == 0 {
                densityCount = try reader.count("the number of rows")
                // Rows may be padded.
                columns = try reader.count("the number of columns")
                guard columns >= senones else {
                    throw .init(reason: "it has \(columns) senones where mdef has \(senones)")
                }
            } else {
                // Fifteen clusters are stored with a sixteenth.
                try reader.skip(16)
            }
            try Self.expect(streamCount, streams, "feature streams", "means")
            try Self.expect(densityCount, densities, "densities", "means")
            try Self.expect(senoneCount, senones, "senones", "mdef")
            let rowLength = bits == 4 ? (columns + 1) / 2 : columns
            if clusters == 0, bits == 8 { rows = (reader.offset, rowLength) }
            try reader.skip(streams * densities * rowLength)
            guard reader.rest == 0 else {
                throw .init(reason: "\(reader.rest) bytes too many are in the file")
            }
        } catch {
            throw .unusableModel(path: path, reason: error.reason, remedy: "install the acoustic model again")
        }
    }

    /// The title and the lines "name value", each with its length before it, up to a length of 0.
    private static func readStrings(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> [String: Int]
    {
        var ahead = reader
        let titleLength = try ahead.int32()
        // The byte order shows in the title's length, which is below a thousand.
        reader.isSwapped = !(1...999).contains(titleLength)
        var settings: [String: Int] = [:]
        while true {
            let length = try reader.int32()
            if length == 0 { return settings }
            guard (1...999).contains(length) else { throw .init(reason: "its header is broken") }
            let words = try reader.text(length).split(separator: " ")
            if words.count == 2, let value = Int(words[1]) { settings[String(words[0])] = value }
        }
    }

    private static func expect(
        _ found: Int?, _ expected: Int, _ what: String, _ other: String
    ) throws(ByteReader.Malformed) {
        guard found == nil || found == expected else {
            throw .init(reason: "it has \(found!) \(what) where \(other) has \(expected)")
        }
    }
}

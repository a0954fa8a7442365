/// The header of a Sphinx-III parameter file (means, variances, mixture weights, transition matrices): lines of text,
/// a byte order mark, the dimensions, the values and a checksum, as sphinxbase's bio.c and its callers read them.
struct ParameterFile {
    /// Codebooks, or senones, or matrices.
    let first: Int
    /// Feature streams, or source states.
    let second: Int
    /// Densities a codebook, or target states.
    let third: Int
    /// The length of each stream's vectors; empty for weights and matrices.
    let vectorLengths: [Int]
    /// Whether its values are in the other byte order.
    let isSwapped: Bool

    private let file: MappedFile
    /// Where in the file its values lie.
    private let values: Range<Int>

    /// PocketSphinx counts senones in 16 bits; with this much in each dimension no product overflows.
    private static let largestDimension = 1 << 16

    enum Kind { case gaussians, weights, transitions }

    init(path: String, kind: Kind) throws(ModelError) {
        file = try MappedFile(path: path)
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(file.bytes)
            guard try reader.text(until: 0x0A) == "s3" else {
                throw .init(reason: "it does not begin with 's3'")
            }
            var hasChecksum = false
            while true {
                let line = try reader.text(until: 0x0A).split(separator: " ")
                if line == ["endhdr"] { break }
                if line.first == "chksum0" { hasChecksum = line.last == "yes" }
            }
            let order = try reader.int32()
            guard order == 0x1122_3344 || order == 0x4433_2211 else {
                throw .init(reason: "its byte order mark is wrong")
            }
            reader.isSwapped = order != 0x1122_3344
            let start = reader.offset
            first = try reader.count("a dimension", atMost: Self.largestDimension)
            second = try reader.count("a dimension", atMost: Self.largestDimension)
            third = try reader.count("a dimension", atMost: Self.largestDimension)
            var expected = first
            if kind == .gaussians {
                var lengths: [Int] = []
                for _ in 0..<second { lengths.append(try reader.count("a vector's length", atMost: 4096)) }
                vectorLengths = lengths
                expected *= third * lengths.reduce(0, +)
            } else {
                vectorLengths = []
                expected *= second * third
            }
            let count = try reader.count("the number of values", atMost: 1 << 30)
            guard count == expected else {
                throw .init(reason: "it announces \(count) values where its dimensions need \(expected)")
            }
            values = reader.offset..<reader.offset + count * 4
            isSwapped = reader.isSwapped
            try reader.skip(count * 4)
            if hasChecksum {
                let computed = Self.checksum(file.bytes[start..<reader.offset], isSwapped: reader.isSwapped)
                guard UInt32(truncatingIfNeeded: try reader.int32()) == computed else {
                    throw .init(reason: "its checksum is wrong")
                }
            }
            guard reader.rest == 0 else {
                throw .init(reason: "\(reader.rest) bytes too many are in the file")
            }
        } catch {
            throw .unusableModel(path: path, reason: error.reason, remedy: "install the acoustic model again")
        }
    }

    /// How many values it has.
    var valueCount: Int { values.count / 4 }

    /// Its values, of a file in this machine's byte order.
    var floats: [Float] {
        withExtendedLifetime(file) {
            let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[values])
            return [Float](unsafeUninitializedCapacity: valueCount) { floats, count in
                UnsafeMutableRawBufferPointer(floats).copyMemory(from: bytes)
                count = valueCount
            }
        }
    }

    /// sphinxbase's checksum: the sum so far turned left by 20 bits, plus the next word.
    private static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>, isSwapped: Bool) -> UInt32 {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        var sum: UInt32 = 0
        for offset in stride(from: 0, to: bytes.count, by: 4) {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            sum = (sum << 20 | sum >> 12) &+ (isSwapped ? word.byteSwapped : word)
        }
        return sum
    }
}

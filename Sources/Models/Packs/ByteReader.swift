import Glibc

/// Reads a binary model file from front to back, never beyond its end.
struct ByteReader {
    /// The file ends too early, or a value in it makes no sense.
    struct Malformed: Error {
        let reason: String
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    /// Whether the file was written on a machine of the other byte order.
    var isSwapped = false

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var rest: Int { bytes.count - offset }

    mutating func skip(_ count: Int) throws(Malformed) {
        guard count >= 0, count <= rest else { throw Self.truncated }
        offset += count
    }

    mutating func int32() throws(Malformed) -> Int {
        guard rest >= 4 else { throw Self.truncated }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        offset += 4
        return Int(isSwapped ? value.byteSwapped : value)
    }

    mutating func int16() throws(Malformed) -> Int {
        guard rest >= 2 else { throw Self.truncated }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        offset += 2
        return Int(isSwapped ? value.byteSwapped : value)
    }

    /// What a count is at most that is not known to be less.
    static let mostCount = 1 << 24

    /// A count that must be positive and sane.
    mutating func count(_ what: String, atMost limit: Int = mostCount) throws(Malformed) -> Int {
        let value = try int32()
        guard (1...limit).contains(value) else { throw Malformed(reason: "\(what) is \(value)") }
        return value
    }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard rest >= 1 else { throw Self.truncated }
        offset += 1
        return bytes[offset - 1]
    }

    /// `count` bytes as text, up to the first NUL among them.
    mutating func text(_ count: Int) throws(Malformed) -> String {
        guard count >= 0, count <= rest else { throw Self.truncated }
        let slice = bytes[offset..<(offset + count)].prefix { $0 != 0 }
        offset += count
        return String(decoding: slice, as: UTF8.self)
    }

    /// Text up to a terminator, which is passed.
    mutating func text(until terminator: UInt8) throws(Malformed) -> String {
        guard let end = bytes[offset...].firstIndex(of: terminator) else { throw Self.truncated }
        let slice = bytes[offset..<end]
        offset = end + 1
        return String(decoding: slice, as: UTF8.self)
    }

    /// How often a byte is found in the rest.
    func occurrences(of byte: UInt8) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var found = 0
        var next = base + offset
        while let place = memchr(next, Int32(byte), base + bytes.count - next) {
            found += 1
            next = UnsafeRawPointer(place) + 1
        }
        return found
    }

    private static let truncated = Malformed(reason: "the file is cut short")
}

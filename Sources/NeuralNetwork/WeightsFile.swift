import Glibc
import Platform

/// A file of weights that is being read: a magic of eight letters, a version, a header of 32-bit words, then whatever its
/// kind of network has, all little-endian.
///
/// ```swift
/// var file = try WeightsFile(path, of: .noiseReduction, magic: "EARNOISE", version: 1, headerWords: 5)
/// let bands = file.word()
/// ```
package struct WeightsFile {
    /// For messages.
    package let path: String
    private let bytes: [UInt8]
    private var position: Int

    /// Reads the whole file and looks at its beginning.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - kind: what its network is for.
    ///   - magic: eight ASCII letters.
    ///   - version: the one that is read.
    ///   - headerWords: how many words follow the version.
    package init(
        _ path: String, of kind: NetworkKind, magic: String, version: UInt32, headerWords: Int
    ) throws(NetworkError) {
        // More than the largest network that is run has: a file that goes on is of no use either.
        let longest = 8 << 20
        errno = 0
        guard let bytes = SystemFiles.bytes(of: path, atMost: longest) else {
            throw .unreadable(path: path, code: errno)
        }
        let magic = Array(magic.utf8)
        guard bytes.count >= magic.count + 4 * (1 + headerWords), bytes.starts(with: magic) else {
            throw .notWeights(path: path, of: kind)
        }
        self.path = path
        self.bytes = bytes
        position = magic.count
        let found = word()
        guard found == version else { throw .unknownVersion(path: path, version: found, known: version) }
    }

    /// The next 32 bits as a number.
    package mutating func word() -> UInt32 {
        defer { position += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
    }

    /// The next 32 bits as a number with a fraction.
    package mutating func float() -> Float { Float(bitPattern: word()) }

    /// The next `count` bytes.
    package mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// The next `count` numbers of 16 bits each, as they are.
    package mutating func halves(_ count: Int) throws(NetworkError) -> ArraySlice<UInt16> {
        // As they lie there, all at once: half a million are read one by one for a tenth of the time that a program takes to start
        // which was built without optimization. What this runs on is little-endian as well.
        let values = [UInt16](unsafeUninitializedCapacity: count) { values, read in
            UnsafeMutableRawBufferPointer(values).copyBytes(from: bytes[position..<position + 2 * count])
            read = count
        }
        position += 2 * count
        // Without their signs such numbers are in the order of their bits; none and infinity are above all others.
        let unlikely = Float16(1000).bitPattern
        guard values.allSatisfy({ $0 & 0x7fff < unlikely }) else { throw .damaged(path: path) }
        return values[...]
    }

    /// Checks that exactly `count` bytes follow.
    package func expect(_ count: Int) throws(NetworkError) {
        guard bytes.count == position + count else {
            throw .wrongLength(path: path, found: bytes.count, expected: position + count)
        }
    }
}

import CLinux
import Glibc

/// A WAV file in memory, under a path that any reader of files can open; gone with this value.
struct SoundInMemory: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// - Parameter samples: 16 kHz mono.
    init(_ samples: [Int16]) throws(EvaluationError) {
        descriptor = clinux_memfd("earshot-mix")
        path = "/proc/self/fd/\(descriptor)"
        let file = Self.header(byteCount: samples.count * 2) + samples.withUnsafeBytes(Array.init)
        var written = 0
        while written < file.count {
            let count = file.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            guard count > 0 else {
                throw .recording(
                    reason: "no memory for a clip with noise; free some, or mix fewer clips at once")
            }
            written += count
        }
    }

    deinit { close(descriptor) }

    /// The canonical 44 bytes of Microsoft's and IBM's "Multimedia Programming Interface", 1991, for PCM.
    private static func header(byteCount: Int) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(value >> (8 * $0) & 255) }
        }
        return Array("RIFF".utf8) + little(36 + byteCount, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(1, 2) + little(1, 2) + little(16_000, 4) + little(32_000, 4)
            + little(2, 2)
            + little(16, 2) + Array("data".utf8) + little(byteCount, 4)
    }
}

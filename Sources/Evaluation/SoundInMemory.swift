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
        let file = WaveFile.bytes(of: samples)
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
}

import Decoding
import Glibc
import Platform

/// A WAV file in memory, under a path that any reader of files can open; gone with this value. An hour is 115 MB.
struct SoundInMemory {
    private let file: MemoryFile

    var path: String { file.path }

    /// - Parameter fill: Adds the samples, 16 kHz mono, in pieces.
    init(
        _ fill: (_ add: ([Int16]) throws(EvaluationError) -> Void) throws(EvaluationError) -> Void
    ) throws(EvaluationError) {
        do {
            file = try MemoryFile(WaveFile.header(ofFrames: 0), name: "earshot-mix")
        } catch {
            throw Self.noRoom(error)
        }
        let descriptor = open(file.path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        lseek(descriptor, 0, SEEK_END)
        var count = 0
        try fill { samples throws(EvaluationError) in
            let bytes = samples.withUnsafeBytes { Array($0) }
            do { try Descriptors.write(bytes, to: descriptor) } catch { throw Self.noRoom(error) }
            count += samples.count
        }
        // How long it is, is known only now.
        let header = WaveFile.header(ofFrames: count)
        guard pwrite(descriptor, header, header.count, 0) == header.count else {
            throw Self.noRoom(systemText(errno))
        }
    }

    private static func noRoom(_ reason: Any) -> EvaluationError {
        .recording(reason: "no room for a clip with noise: \(reason)")
    }
}

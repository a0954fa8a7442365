import Decoding

/// A WAV file in memory, under a path that any reader of files can open; gone with this value.
struct SoundInMemory {
    private let file: MemoryFile

    var path: String { file.path }

    /// - Parameter samples: 16 kHz mono.
    init(_ samples: [Int16]) throws(EvaluationError) {
        do {
            file = try MemoryFile(WaveFile.bytes(of: samples), name: "earshot-mix")
        } catch {
            throw .recording(reason: "no room for a clip with noise: \(error)")
        }
    }
}

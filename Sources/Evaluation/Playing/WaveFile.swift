/// A WAV file's bytes, for the one format that recognition hears: 16 kHz, mono, 16 bit.
enum WaveFile {
    static func bytes(of samples: [Int16]) -> [UInt8] {
        header(ofFrames: samples.count) + samples.withUnsafeBytes { Array($0) }
    }

    /// The canonical 44 bytes of Microsoft's and IBM's "Multimedia Programming Interface", 1991, for PCM; samples follow.
    static func header(ofFrames count: Int) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(value >> (8 * $0) & 255) }
        }
        let byteCount = count * 2
        let format =
            little(1, 2) + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2)
        return Array("RIFF".utf8) + little(36 + byteCount, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + format + Array("data".utf8) + little(byteCount, 4)
    }
}

import Capture

/// Reads a recording piece by piece; owned by one thread at a time.
final class FileReader: @unchecked Sendable {
    private var file: AudioFile
    private let memory: UnsafeMutableRawBufferPointer

    /// A piece is a fifth of a second.
    private static let piecesPerSecond = 5

    init(path: String) throws(CaptureError) {
        file = try AudioFile(path: path)
        let format = file.format
        memory = .allocate(
            byteCount: format.sampleRate / Self.piecesPerSecond * format.bytesPerFrame, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    var format: AudioFormat { file.format }

    /// How much has been read; nil while the length is unknown.
    var fraction: Double? {
        file.frameCount.map { $0 > 0 ? min(1, Double(file.position) / Double($0)) : 1 }
    }

    /// At its end: what is wrong with a recording that ended too early.
    var fault: CaptureError? { file.fault }

    /// Hands the next piece to `body`; false at the end.
    func readPiece(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        let frames = file.read(into: memory)
        guard frames > 0 else { return false }
        body(UnsafeRawBufferPointer(rebasing: memory[..<(frames * file.format.bytesPerFrame)]))
        return true
    }
}

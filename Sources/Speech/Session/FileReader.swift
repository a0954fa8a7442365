import Capture

/// Reads a recording piece by piece; owned by one thread at a time.
final class FileReader: @unchecked Sendable {
    private var file: AudioFile
    private let memory: UnsafeMutableRawBufferPointer

    /// A piece is a fifth of a second.
    private static let piecesPerSecond = 5

    convenience init(path: String) throws(CaptureError) {
        self.init(file: try AudioFile(path: path))
    }

    init(file: consuming AudioFile) {
        self.file = file
        let format = self.file.format
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

    /// The next piece; nil at the end.
    ///
    /// - Throws: `.audio` at the end of a recording that ended too early.
    func next() throws(RecognitionError) -> AnalyzerInput? {
        var input: AnalyzerInput?
        let format = format
        _ = readPiece { input = AnalyzerInput(buffer: AudioBuffer(format: format, bytes: $0)) }
        if input == nil, let fault { throw .audio(fault) }
        return input
    }

    /// Hands the next piece to `body`; false at the end.
    func readPiece(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        let frames = file.read(into: memory)
        guard frames > 0 else { return false }
        body(UnsafeRawBufferPointer(rebasing: memory[..<(frames * file.format.bytesPerFrame)]))
        return true
    }
}

import Glibc

/// The source of an engine between its opening and the start of the capture thread.
enum OpenedSource: ~Copyable, Sendable {
    case file(FileSource)
    case pipe(PipeSource)
    case device(PCMSource)
    /// A device that could not be opened, and why.
    case unavailable(CaptureError)
    /// Handed on to the capture thread.
    case taken

    init(_ input: AudioInput) throws(CaptureError) {
        switch input {
        case .file(let path, _, let headerless):
            self = .file(FileSource(try AudioFile(path: path, headerless: headerless)))
        case .standardInput(let format, _):
            guard format.isSupported else { throw .formatUnsupported(of: "standard input", format: format) }
            self = .pipe(PipeSource(descriptor: STDIN_FILENO, format: format))
        case .device(let options):
            do {
                self = .device(try PCMSource(options))
            } catch {
                guard options.isAwaited else { throw error }
                self = .unavailable(error)
            }
        }
    }

    var format: AudioFormat? {
        switch self {
        case .file(let source): source.format
        case .pipe(let source): source.format
        case .device(let source): source.format
        case .unavailable: nil
        case .taken: nil
        }
    }

    /// Whether it can still be started.
    var isReady: Bool {
        switch self {
        case .device(let source): source.isReady
        default: true
        }
    }

    mutating func take() -> OpenedSource {
        let source = self
        self = .taken
        return source
    }
}

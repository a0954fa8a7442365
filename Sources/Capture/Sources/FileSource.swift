import CLinux

/// A recording as the capture thread's source: pulled, and paced by the thread if asked to.
struct FileSource: AudioSource, ~Copyable, @unchecked Sendable {
    // Unchecked as the file in it is: it cannot be copied, so one thread has it at a time.

    private var file: AudioFile

    init(_ file: consuming AudioFile) { self.file = file }

    var format: AudioFormat { file.format }
    var name: String { file.path }
    var isLive: Bool { false }
    var isClocked: Bool { false }
    var periodFrames: Int { format.frames(in: .milliseconds(10)) }

    mutating func start() -> SourceFault? { nil }

    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield {
        let frames = file.read(into: memory)
        if frames > 0 { return .frames(frames, behind: 0) }
        return file.ending.map(SourceYield.fault) ?? .end
    }

    // A file is always ready.
    var descriptorCount: Int { 0 }
    func describe(_ descriptors: UnsafeMutablePointer<pollfd>) {}
    mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault? { nil }

    func error(for fault: SourceFault) -> CaptureError { file.error(for: fault) }
}

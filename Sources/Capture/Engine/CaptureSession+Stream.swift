import CLinux
import Glibc
import Platform

extension CaptureSession {
    /// Captures from a stream, whatever it turns out to be: headerless samples, or a recording with a header.
    func captureStream(_ pipe: consuming PipeSource) -> Ending {
        let (descriptor, format, name) = (pipe.descriptor, pipe.format, pipe.name)
        var beginning: [UInt8] = []
        do {
            while beginning.count < RecordingSignature.length {
                let count = RecordingSignature.length - beginning.count
                guard let bytes = try read(descriptor, atMost: count) else { return .stopped }
                guard !bytes.isEmpty else { break }
                beginning += bytes
            }
            guard let kind = RecordingSignature.format(of: beginning) else {
                return capture(PipeSource(descriptor: descriptor, format: format, beginning: beginning))
            }
            guard let file = try open(descriptor, after: beginning, format: kind) else { return .stopped }
            return capture(FileSource(try AudioFile(descriptor: file, named: name)))
        } catch {
            return .over(error)
        }
    }

    /// A descriptor of the recording, at its first byte: the file itself, or what came through the pipe, in memory; nil when
    /// the engine is stopped first.
    private func open(
        _ descriptor: Int32, after beginning: [UInt8], format: String
    ) throws(CaptureError) -> Int32? {
        if lseek(descriptor, 0, SEEK_CUR) == off_t(beginning.count), lseek(descriptor, 0, SEEK_SET) == 0 {
            return try Self.opened(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
        }
        guard input.pace == .asFastAsPossible else { throw .recordingOnPipe(format: format) }
        let memory = try Self.opened(clinux_memfd("earshot-input"))
        var isWhole = false
        defer { if !isWhole { close(memory) } }
        var bytes = beginning
        while !bytes.isEmpty {
            do {
                try Descriptors.write(bytes, to: memory)
            } catch {
                throw .memoryRefused(reason: "\(error)")
            }
            guard let next = try read(descriptor, atMost: 1 << 16) else { return nil }
            bytes = next
        }
        isWhole = lseek(memory, 0, SEEK_SET) == 0
        return isWhole ? memory : nil
    }

    private static func opened(_ descriptor: Int32) throws(CaptureError) -> Int32 {
        guard descriptor >= 0 else { throw .memoryRefused(reason: systemText(errno)) }
        return descriptor
    }

    /// The next bytes, once there are some; none at the end, nil when the engine is stopped first.
    private func read(_ descriptor: Int32, atMost count: Int) throws(CaptureError) -> [UInt8]? {
        while true {
            core.wakeUp.arm()
            defer { core.wakeUp.disarm() }
            if core.isStopping { return nil }
            let ready = Descriptors.waitUntilReadable([descriptor, core.wakeUp.fileDescriptor])
            guard ready.contains(descriptor) else { continue }
            var bytes = [UInt8](repeating: 0, count: count)
            let filled = Glibc.read(descriptor, &bytes, count)
            if filled >= 0 { return Array(bytes.prefix(filled)) }
            guard errno == EINTR || errno == EAGAIN else {
                throw .standardInputUnreadable(reason: systemText(errno))
            }
        }
    }
}

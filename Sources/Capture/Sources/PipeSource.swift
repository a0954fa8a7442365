import CLinux
import Glibc
import Platform

/// Headerless samples from a pipe, terminal or file: standard input. Pulled, until its end.
struct PipeSource: AudioSource, ~Copyable, @unchecked Sendable {
    // Unchecked for the memory of the partial frame: it cannot be copied, so one thread has it at a time.

    let format: AudioFormat
    let descriptor: Int32
    /// What has been read already, to find out that these are headerless samples.
    private var beginning: ArraySlice<UInt8>
    /// The beginning of a frame whose rest is yet to come.
    private let partial: UnsafeMutableRawPointer
    private var partialCount = 0

    /// Does not close `descriptor`.
    init(descriptor: Int32, format: AudioFormat, beginning: [UInt8] = []) {
        self.descriptor = descriptor
        self.format = format
        self.beginning = beginning[...]
        partial = .allocate(byteCount: format.bytesPerFrame, alignment: 8)
    }

    deinit { partial.deallocate() }

    var name: String { "standard input" }
    var isLive: Bool { false }
    var isClocked: Bool { false }
    var periodFrames: Int { format.frames(in: .milliseconds(10)) }

    mutating func start() -> SourceFault? { nil }

    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield {
        guard let base = memory.baseAddress else { return .nothing }
        var count =
            beginning.isEmpty
            ? 0 : takeBeginning(UnsafeMutableRawBufferPointer(rebasing: memory[partialCount...]))
        if count == 0 {
            // `read` would block, so only when there is data or the end.
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 0) > 0 else { return .nothing }
            count = Glibc.read(descriptor, base + partialCount, memory.count - partialCount)
            if count < 0 {
                return errno == EINTR || errno == EAGAIN
                    ? .nothing : .fault(.failed(call: "read", errno: errno))
            }
            if count == 0 { return .end }
        }
        base.copyMemory(from: partial, byteCount: partialCount)
        let (frames, rest) = (partialCount + count).quotientAndRemainder(dividingBy: format.bytesPerFrame)
        partial.copyMemory(from: base + frames * format.bytesPerFrame, byteCount: rest)
        partialCount = rest
        return frames > 0 ? .frames(frames, behind: 0) : .nothing
    }

    private mutating func takeBeginning(_ memory: UnsafeMutableRawBufferPointer) -> Int {
        let taken = beginning.prefix(memory.count)
        memory.copyBytes(from: taken)
        beginning.removeFirst(taken.count)
        return taken.count
    }

    var descriptorCount: Int { 1 }

    func describe(_ descriptors: UnsafeMutablePointer<pollfd>) {
        descriptors[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }

    mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault? {
        // A hang-up still has data before it; reading finds both.
        descriptors[0].revents & Int16(POLLNVAL) != 0 ? .failed(call: "poll", errno: EBADF) : nil
    }

    func error(for fault: SourceFault) -> CaptureError {
        guard case .failed(_, let errno) = fault else {
            return .standardInputUnreadable(reason: "\(fault)")
        }
        return .standardInputUnreadable(reason: systemText(errno))
    }
}

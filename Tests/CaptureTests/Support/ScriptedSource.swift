import CLinux
import Platform
import TestSupport

@testable import Capture

/// A microphone that does what a test says. Frame *n* of its sound is the sample *n* mod 2^16.
struct ScriptedSource: AudioSource, ~Copyable {
    var format = AudioFormat.recognition
    var isLive = true
    var isClocked = true
    var periodFrames = 160
    /// What becomes of each look at it; after these, frames.
    var script: [SourceYield] = []
    /// Whether all it gives is zeros.
    var isMute = false
    /// The only frame that is not zero, if all others are to be.
    var click: Int?
    /// Frames that went by, heard or not.
    var position = 0

    var name: String { "script" }

    mutating func start() -> SourceFault? { nil }

    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield {
        let next = script.isEmpty ? .frames(periodFrames, behind: 0) : script.removeFirst()
        guard case .frames(let count, let behind) = next else { return next }
        let frames = min(count, memory.count / format.bytesPerFrame)
        let samples = memory.assumingMemoryBound(to: Int16.self)
        for frame in 0..<frames {
            samples[frame] = sample(position + frame)
        }
        position += frames
        return .frames(frames, behind: behind)
    }

    private func sample(_ frame: Int) -> Int16 {
        if let click { return frame == click ? .max : 0 }
        return isMute ? 0 : Int16(truncatingIfNeeded: frame)
    }

    var descriptorCount: Int { 0 }
    func describe(_ descriptors: UnsafeMutablePointer<pollfd>) {}
    mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault? { nil }
    func error(for fault: SourceFault) -> CaptureError { .disconnected(name: name) }
}

/// The capture thread's work without the thread: a source, a loop and the clock that drives it.
struct Bench<Source: AudioSource & ~Copyable>: ~Copyable {
    let core: CaptureCore
    let clock: DrivenClock
    var loop: CaptureLoop<Source>

    init(
        _ source: consuming Source, buffer: Duration = .seconds(1), isPaced: Bool = false, origin: UInt64 = 0,
        core: CaptureCore? = nil
    ) throws {
        let core = try core ?? CaptureCore(bufferDuration: buffer)
        let refusal = core.begin(
            .init(name: source.name, format: source.format, origin: origin, isLive: source.isLive))
        precondition(refusal == nil, "\(refusal!)")
        self.core = core
        clock = DrivenClock()
        loop = CaptureLoop(source, control: core.control, isPaced: isPaced, now: clock.now)
    }

    func makeReader() throws -> CaptureReader { try CaptureReader(core, channels: .mix) }

    mutating func turn() -> CaptureLoop<Source>.Turn { loop.turn(now: clock.now) }

    /// Takes turns, a period of time each.
    mutating func run(for span: Duration) {
        let end = clock.now + span
        while clock.now < end {
            clock.advance(by: .milliseconds(10))
            _ = turn()
        }
    }

    /// The source's end, as the capture thread brings it.
    func finish() {
        core.endOpening()
        core.end()
    }
}

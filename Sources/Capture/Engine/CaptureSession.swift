import Journal
import Ring

/// The capture thread's life: hears, and reports how it ended.
final class CaptureSession: @unchecked Sendable {
    private let core: CaptureCore
    private let input: AudioInput
    /// Only the capture thread uses these, from `run` on.
    private var source: OpenedSource
    private var clock = CaptureClock()

    private enum Ending {
        case stopped
        case over(CaptureError?)
    }

    init(core: CaptureCore, input: AudioInput, source: consuming OpenedSource) {
        self.core = core
        self.input = input
        self.source = source
    }

    func run() {
        switch source.take() {
        case .file(let file): finish(hear(file))
        case .pipe(let pipe): finish(hear(pipe))
        case .taken: break
        }
        core.end()
    }

    private func finish(_ ending: Ending) {
        if case .over(let error?) = ending { core.post(.lost(error)) }
    }

    /// Hears what comes from `source` until it ends, fails, or the engine is stopped.
    private func hear<Source: AudioSource & ~Copyable>(_ source: consuming Source, isBack: Bool = false)
        -> Ending
    {
        let monotonic = MonotonicClock()
        let (name, format, isLive) = (source.name, source.format, source.isLive)
        core.post(isBack ? .restored(device: name, format: format) : .opened(device: name, format: format))
        let origin = clock.origin(now: monotonic.now)
        core.begin(.init(name: name, format: format, origin: origin, isLive: isLive))
        defer { core.endSession() }

        if let fault = source.start() { return .over(source.error(for: fault)) }
        let isPaced = !source.isClocked && (isLive || input.pace == .realTime)
        var loop = CaptureLoop(
            source, control: core.control, period: input.period, isPaced: isPaced, now: monotonic.now)
        let needsRealTime = isLive && !isPaced
        if needsRealTime { enterRealTime() }
        let turn = loop.run(wakeUp: core.wakeUp)
        if needsRealTime { RealTimeScheduling.leave() }
        clock.close(origin: origin, frames: loop.position, sampleRate: format.sampleRate, edge: loop.edge)

        guard case .over(let fault)? = turn else { return .stopped }
        return .over(fault.map { loop.source.error(for: $0) })
    }

    /// Only for a device with a clock: one without would never let go of the processor.
    private func enterRealTime() {
        let isLocked = CaptureThread.lockStack() && core.control.pointee.lockMemory(at: core.control)
        if !isLocked { Warnings.memoryUnlocked.give() }
        if !RealTimeScheduling.enter() { Warnings.priorityRefused.give() }
    }
}

extension AudioInput {
    var pace: Pace {
        switch self {
        case .file(_, let pace), .standardInput(_, let pace): pace
        }
    }

    /// The time between two turns of the capture thread.
    var period: Duration {
        .milliseconds(10)
    }
}

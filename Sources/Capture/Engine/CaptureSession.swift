import CLinux
import Glibc
import Platform
import Ring

/// The capture thread's life: opens, captures, reports, and opens again.
final class CaptureSession: @unchecked Sendable {
    // Unchecked for what the capture thread alone uses once `run` has begun; before, the engine has it.

    let core: CaptureCore
    let input: AudioInput
    /// Only the capture thread uses these, from `run` on.
    private var source: OpenedSource
    private var clock = ReopeningClock()
    /// When the device was to be there.
    private var start = Duration.zero
    private var search = DeviceReconnection()
    private var mutingControl: String?

    enum Ending {
        case stopped
        case over(CaptureError?)
    }

    init(core: CaptureCore, input: AudioInput, source: consuming OpenedSource) {
        self.core = core
        self.input = input
        self.source = source
    }

    /// Whether the source can still be started; asked before `run` only.
    var isReady: Bool { source.isReady }

    func run() {
        start = MonotonicClock().now
        switch source.take() {
        case .file(let file): finish(capture(file))
        case .pipe(let pipe): finish(captureStream(pipe))
        case .device(let device): if let error = captureDevice(device, isBack: false) { reopen(after: error) }
        case .unavailable(let error): reopen(after: error)
        case .taken: break
        }
        core.end()
    }

    private func finish(_ ending: Ending) {
        if case .over(let error?) = ending { core.post(.lost(error)) }
    }

    /// Captures from `source` until it ends, fails, or the engine is stopped.
    func capture<Source: AudioSource & ~Copyable>(_ source: consuming Source, isBack: Bool = false) -> Ending
    {
        let monotonic = MonotonicClock()
        let (name, format, isLive) = (source.name, source.format, source.isLive)
        var source = source
        let beginning = monotonic.now
        if let fault = source.start() { return lost(source.error(for: fault)) }
        if isLive, source.isClocked {
            // Only a device that gives sound counts as open: a dead one must not be reported as back again and again.
            if let fault = awaitSound(&source) { return lost(source.error(for: fault)) }
            if core.isStopping { return .stopped }
        }
        if isBack, core.logsEvents { Log.notice("microphone '\(name)' is back: \(format)", from: "capture") }
        core.post(isBack ? .restored(device: name, format: format) : .opened(device: name, format: format))
        if let control = mutingControl {
            if core.logsEvents {
                Log.warning("the mixer holds '\(control)' of '\(name)' off or at zero", from: "capture")
            }
            core.announce(.muted(control: control))
        }
        let origin = clock.origin(now: beginning)
        let refusal = core.begin(
            .init(name: name, microphone: search.pcmName, format: format, origin: origin, isLive: isLive))
        defer { core.endOpening() }
        if let refusal { return lost(refusal) }

        let isPaced = !source.isClocked && (isLive || input.pace == .realTime)
        var loop = CaptureLoop(source, control: core.control, isPaced: isPaced, now: beginning)
        let needsRealTime = isLive && !isPaced
        let turn = needsRealTime ? runRealTime(&loop) : loop.run(wakeUp: core.wakeUp)
        var ending = Ending.stopped
        if case .over(let fault)? = turn {
            if let fault { ending = lost(loop.source.error(for: fault)) } else { ending = lost(nil) }
        }
        // Last, so that the loop's source is closed after that.
        clock.close(origin: origin, frames: loop.position, sampleRate: format.sampleRate, edge: loop.edge)
        return ending
    }

    /// Tells readers of the end of a source that is still open. To close a card that hangs takes seconds, and whoever must not go on
    /// without sound cannot wait for that.
    private func lost(_ error: CaptureError?) -> Ending {
        core.endOpening()
        if let error { core.post(.lost(error)) }
        return .over(error)
    }

    /// Waits until a device that has been started gives sound, or is known not to, or the engine is stopped.
    private func awaitSound<Source: AudioSource & ~Copyable>(_ source: inout Source) -> SourceFault? {
        let count = source.descriptorCount
        let descriptors = UnsafeMutablePointer<pollfd>.allocate(capacity: count + 1)
        defer { descriptors.deallocate() }
        descriptors.initialize(repeating: pollfd(), count: count + 1)
        source.describe(descriptors)
        descriptors[count] = pollfd(fd: core.wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)
        core.wakeUp.arm()
        defer { core.wakeUp.disarm() }
        if core.isStopping { return nil }
        return switch clinux_poll(descriptors, UInt(count + 1), CaptureLoop<Source>.patience.nanoseconds) {
        case 0: .stalled
        case 1...: source.examine(descriptors)
        // A signal: nothing is known of the descriptors. Capture waits for them again.
        default: nil
        }
    }

    /// Captures from a device until it is lost, which is returned, or the engine is stopped.
    private func captureDevice(_ device: consuming PCMSource, isBack: Bool) -> CaptureError? {
        search.found(device.pcmName, among: SoundCard.present())
        mutingControl = device.mutingControl
        let before = core.counters.framesCaptured
        let sampleRate = device.format.sampleRate
        let ending = capture(device, isBack: isBack)
        search.heard(core.counters.framesCaptured - before, at: sampleRate)
        guard case .over(let error) = ending else { return nil }
        // One that only hangs may be the same card by another name, once it has been reset.
        if case .disconnected = error { search.unplugged(among: SoundCard.present()) }
        return error
    }

    /// Opens the device again, by name, whenever it is lost, until the engine is stopped.
    private func reopen(after error: CaptureError) {
        clock.waited(since: start)
        var lost = error
        report(lost)
        while pause(search.nextPause()) {
            core.control.pointee.searches.add(1)
            do {
                let pcmName = try search.candidate(for: input.device.name, among: SoundCard.present())
                let device = try PCMSource(input.device, at: pcmName)
                if let before = search.pcmName, device.pcmName != before, core.logsEvents {
                    Log.notice(
                        "'\(before)' has not come back; listening to '\(device.pcmName)' instead",
                        from: "capture")
                }
                core.control.pointee.reopenings.add(1)
                guard let error = captureDevice(device, isBack: true) else { return }
                lost = error
                report(lost)
            } catch {
                // Still unplugged: already reported.
                if case .disconnected = lost, case .deviceMissing = error { continue }
                if lost != error { report(error) }
                lost = error
            }
        }
    }

    private func report(_ lost: CaptureError) {
        if core.logsEvents { Log.warning("\(lost)", from: "capture") }
        core.post(.lost(lost))
    }

    /// Waits; false when the engine is stopped.
    private func pause(_ span: Duration) -> Bool {
        let clock = MonotonicClock()
        let end = clock.now + span
        while !core.isStopping {
            let rest = end - clock.now
            guard rest > .zero else { return true }
            core.wakeUp.arm()
            if !core.isStopping { core.wakeUp.wait(milliseconds: Int32(rest.nanoseconds / 1_000_000 + 1)) }
            core.wakeUp.disarm()
        }
        return false
    }

    /// With priority, and with nothing that could be paged out. Only for a device with a clock: one without would never
    /// let go of the processor.
    private func runRealTime<Source: AudioSource & ~Copyable>(
        _ loop: inout CaptureLoop<Source>
    ) -> CaptureLoop<Source>.Turn? {
        CaptureThread.withLockedStack { isStackLocked in
            if !isStackLocked || !core.control.pointee.lockMemory(at: core.control) {
                Warnings.memoryUnlocked.give()
            }
            if !RealTimeScheduling.enter() { Warnings.priorityRefused.give() }
            defer { RealTimeScheduling.leave() }
            return loop.run(wakeUp: core.wakeUp)
        }
    }
}

import CALSA
import CLinux
import Glibc
import Platform

/// A microphone: a PCM of alsa-lib, negotiated, read without waiting.
///
/// For `hw:` devices neither alsa-lib nor this locks or allocates once started; plugins (`plughw:`, `default`) do what
/// they do.
struct PCMSource: AudioSource, ~Copyable, @unchecked Sendable {
    // Unchecked for the PCM's pointer: it cannot be copied, and alsa-lib ties a PCM to no thread, so one thread has it at
    // a time.

    let format: AudioFormat
    let name: String
    /// What to open again: the same card, also when the first of several was asked for.
    let pcmName: String
    let isClocked: Bool
    /// What the hardware settled on.
    let periodFrames: Int
    /// The mixer's control that keeps all sound out, if one does.
    let mutingControl: String?

    private let handle: PCMHandle
    private let bytesPerFrame: Int
    /// Frames of a recording yet to come; without a recording, no limit.
    private var remaining: UInt64
    /// Restarts since there were frames: a device that only ever overruns is broken.
    private var xrunsInRow = 0

    private static let patience = 50

    /// Finds, opens and configures the device, and sets the mixer as asked.
    ///
    /// - Parameter pcmName: which to open of those that are called as asked; nil for the one that is found.
    init(_ options: DeviceOptions, at pcmName: String? = nil) throws(CaptureError) {
        let pcmName =
            if let pcmName { pcmName } else {
                try PCMName.resolve(options.name, among: SoundCard.present())
            }
        let handle = try PCMHandle(pcmName)
        var configuration = try PCMConfiguration(handle)
        var format = try configuration.choose(options)
        let settled = try configuration.install(options, for: format)
        format.sampleRate = settled.sampleRate
        format.channelCount = settled.channelCount
        try Self.configureWakeUps(handle, settled)

        let recording = RecordingPCM(handle)
        isClocked = recording == nil
        remaining = recording?.byteCount.map { $0 / UInt64(format.bytesPerFrame) } ?? .max
        mutingControl = Self.setMixer(options, pcmName)
        periodFrames = settled.periodFrames
        bytesPerFrame = format.bytesPerFrame
        name = options.name ?? pcmName
        self.pcmName = pcmName
        self.format = format
        self.handle = handle
    }

    var isLive: Bool { true }

    /// Whether it can still be started: not when it has gone away, or slept with the machine, since it was opened.
    var isReady: Bool { snd_pcm_state(handle.pcm) == SND_PCM_STATE_PREPARED }

    mutating func start() -> SourceFault? {
        let code = snd_pcm_start(handle.pcm)
        return code < 0
            ? PCMOutcome(code: code, state: snd_pcm_state(handle.pcm), call: "snd_pcm_start").fault : nil
    }

    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield {
        guard remaining > 0 else { return .end }
        let available = snd_pcm_avail_update(handle.pcm)
        if available < 0 { return recover(from: Int32(available), call: "snd_pcm_avail_update") }
        // Less than a period would only wake the readers more often.
        guard available >= periodFrames else { return .nothing }
        let room = min(memory.count / bytesPerFrame, available, Int(min(remaining, UInt64(Int.max))))
        let count = snd_pcm_readi(handle.pcm, memory.baseAddress, snd_pcm_uframes_t(room))
        if count < 0 { return recover(from: Int32(count), call: "snd_pcm_readi") }
        if count == 0 { return .nothing }
        xrunsInRow = 0
        if remaining != .max { remaining -= UInt64(count) }
        return .frames(count, behind: isClocked ? available - count : 0)
    }

    var descriptorCount: Int { max(0, Int(snd_pcm_poll_descriptors_count(handle.pcm))) }

    func describe(_ descriptors: UnsafeMutablePointer<pollfd>) {
        snd_pcm_poll_descriptors(handle.pcm, descriptors, UInt32(descriptorCount))
    }

    mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault? {
        var events: UInt16 = 0
        let code = snd_pcm_poll_descriptors_revents(handle.pcm, descriptors, UInt32(descriptorCount), &events)
        let state = snd_pcm_state(handle.pcm)
        if code < 0 {
            return PCMOutcome(code: code, state: state, call: "snd_pcm_poll_descriptors_revents").fault
        }
        return PCMOutcome(events: Int16(bitPattern: events), state: state).fault
    }

    /// After an xrun prepare and start: neither alone makes a capture device run again. `snd_pcm_recover` is not used, as
    /// it sleeps when the machine was suspended.
    private mutating func recover(from code: Int32, call: StaticString) -> SourceYield {
        switch PCMOutcome(code: code, state: snd_pcm_state(handle.pcm), call: call) {
        case .proceed: return .nothing
        case .fault(let fault): return .fault(fault)
        case .xrun:
            xrunsInRow += 1
            if xrunsInRow > Self.patience { return .fault(.stalled) }
            let prepared = snd_pcm_prepare(handle.pcm)
            let started = prepared < 0 ? prepared : snd_pcm_start(handle.pcm)
            guard started < 0 else { return .xrun }
            let outcome = PCMOutcome(code: started, state: snd_pcm_state(handle.pcm), call: "snd_pcm_start")
            return .fault(outcome.fault ?? .failed(call: "snd_pcm_start", errno: -started))
        }
    }

    func error(for fault: SourceFault) -> CaptureError {
        switch fault {
        case .disconnected: .disconnected(name: name)
        case .suspended: .suspended(name: name)
        case .stalled: .stalled(name: name, after: CaptureLoop<PCMSource>.patience)
        case .failed(let call, let errno):
            .deviceFailed(name: name, call: "\(call)", reason: String(cString: snd_strerror(-errno)))
        case .truncated, .damaged: .deviceFailed(name: name, call: "snd_pcm_readi", reason: "\(fault)")
        }
    }

    /// Sets the mixer as asked; gives the control that keeps all sound out.
    private static func setMixer(_ options: DeviceOptions, _ pcmName: String) -> String? {
        let (muting, failures) = Mixer.apply(options, to: pcmName)
        // Capturing at another volume is better than not at all.
        for failure in failures { Log.warning("\(failure)", from: "capture") }
        return muting
    }

    /// Wake up for every period, and start only by `start()`.
    private static func configureWakeUps(
        _ handle: borrowing PCMHandle, _ settled: PCMConfiguration.Settled
    ) throws(CaptureError) {
        var parameters: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&parameters) == 0, let parameters else {
            throw .memoryRefused(reason: "alsa-lib has none for a configuration")
        }
        defer { snd_pcm_sw_params_free(parameters) }
        let pcm = handle.pcm
        var code = snd_pcm_sw_params_current(pcm, parameters)
        if code >= 0 {
            code = snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(settled.periodFrames))
        }
        if code >= 0 {
            let never = snd_pcm_uframes_t(settled.bufferFrames + 1)
            code = snd_pcm_sw_params_set_start_threshold(pcm, parameters, never)
        }
        if code >= 0 { code = snd_pcm_sw_params(pcm, parameters) }
        if code < 0 {
            throw .deviceFailed(
                name: handle.name, call: "snd_pcm_sw_params", reason: String(cString: snd_strerror(code)))
        }
    }
}

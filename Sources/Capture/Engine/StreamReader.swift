import Platform
import Ring

/// The reader's side of a port: blocks of one size and format, gaps and events, in order, over all openings of the
/// source. Owned by one thread. Converts here, so that the capture thread does not have to.
struct StreamReader: ~Copyable {
    enum Step {
        /// Whole frames in the reader's format, valid until the next call; `first` counts them since the clock began.
        case frames(first: UInt64, UnsafeRawBufferPointer)
        /// Counted in frames of the reader's format.
        case gap(CaptureGap)
        case event(CaptureEvent)
        case end
    }

    let format: AudioFormat
    /// Frames a block; fewer only before a gap or the end.
    let blockFrames: Int

    private let core: CaptureCore
    private let port: ReaderPort
    /// Wakes a wait for `wakeDescriptor`, which is readable when `next` may have something again after it had
    /// nothing. Both are stored, since Swift 6.0 cannot compile a way through one object to another in this type.
    let wakeUp: ReaderSignal
    let wakeDescriptor: Int32
    private let channels: ChannelChoice
    /// The PCM of the device that is heard; nil for other sources, and before the first sound.
    private(set) var microphone: String?

    private var current: Opening?
    /// The frame to come, counted in `format` since the capture clock began.
    private var index: UInt64 = 0
    private var hasBegun = false
    private var isOver = false

    private let block: UnsafeMutableRawBufferPointer
    private var blockCount = 0
    /// Frames handed out straight from the ring, to be given back at the next call.
    private var lent = 0
    /// Frames read since the last room signal.
    private var unannounced = 0
    /// Whether any were read since the capture thread last learned that all is read.
    private var hasRead = false
    /// Frames between two room signals; none for a live source.
    private var roomStep = Int.max

    /// One ring, and how far it was read.
    private struct Opening: ~Copyable {
        var consumer: Consumer
        var converter: AudioConverter
        /// Its frame 0 on this reader's clock.
        let origin: UInt64
        /// What stands behind the frames that are being flushed out.
        var cut: Cut?

        /// Goes past a gap; gives the frame that follows it.
        mutating func pass(_ gap: Gap) -> UInt64 {
            let end = gap.index + gap.frames
            converter.restart(at: end)
            return origin + converter.targetIndex(of: end)
        }
    }

    private enum Cut {
        case gap(Gap)
        case end
    }

    /// Reads from `port`, which the core gave out and takes back at the end.
    init(
        _ core: CaptureCore, _ port: ReaderPort, format: AudioFormat, blockFrames: Int,
        channels: ChannelChoice
    ) {
        precondition(blockFrames > 0, "a block has at least one frame")
        self.core = core
        self.format = format
        self.blockFrames = blockFrames
        self.channels = channels
        self.port = port
        wakeUp = port.wakeUp
        wakeDescriptor = port.wakeUp.fileDescriptor
        block = .allocate(byteCount: blockFrames * format.bytesPerFrame, alignment: 64)
    }

    deinit {
        core.removePort(port)
        block.deallocate()
    }

    /// What comes next; nil when there is nothing at the moment. Never waits.
    mutating func next() -> Step? {
        wakeUp.disarm()
        if let step = look() { return step }
        announceRoom(isIdle: true)
        // Look once more after arming: what came in between does not wake.
        wakeUp.arm()
        return look()
    }

    private mutating func look() -> Step? {
        giveBack()
        while !isOver {
            if current != nil {
                if let step = pull() { return step }
                if current != nil { return nil }
            }
            switch port.next() {
            case .event(let event): return .event(event)
            case .opening(let opening):
                if let gap = open(opening) { return gap }
            case .end:
                isOver = true
                core.noteEnd(of: port)
                return .end
            case nil: return nil
            }
        }
        return nil
    }

    /// Takes up a ring; the time between two of them is a gap.
    private mutating func open(_ opening: ReaderPort.Opening) -> Step? {
        guard let consumer = opening.consumer.take() else { return nil }
        let origin = opening.origin.rescaled(from: AudioFormat.recognition.sampleRate, to: format.sampleRate)
        current = Opening(
            consumer: consumer,
            converter: AudioConverter(from: opening.format, to: format, channels: channels),
            origin: max(origin, index), cut: nil)
        microphone = opening.microphone
        roomStep = opening.roomStep
        unannounced = 0
        defer {
            index = max(origin, index)
            hasBegun = true
        }
        guard hasBegun, origin > index else { return nil }
        return report(CaptureGap(at: index, frames: origin - index, reason: .disconnected, isExact: false))
    }

    /// The next step out of the ring; nil when it is empty, and `current` gone when it is finished.
    private mutating func pull() -> Step? {
        if current!.cut == nil {
            if blockCount == 0, let region = borrow() { return region }
            fill()
            if blockCount == blockFrames { return deliver() }
            findCut()
        }
        // Everything before a gap comes out before anything behind it.
        guard let cut = current!.cut else { return nil }
        flush()
        if blockCount > 0 { return deliver() }
        current!.cut = nil
        switch cut {
        case .gap(let gap): return pass(gap)
        case .end:
            current = nil
            return nil
        }
    }

    /// A whole block straight out of the ring, when nothing is to be converted.
    private mutating func borrow() -> Step? {
        guard current!.converter.isIdentity else { return nil }
        let region = current!.consumer.peek(blockFrames)
        guard region.count == blockFrames * format.bytesPerFrame else { return nil }
        lent = blockFrames
        defer { index += UInt64(blockFrames) }
        return .frames(first: index, region)
    }

    private mutating func fill() {
        while blockCount < blockFrames {
            let region = current!.consumer.peek(.max)
            guard region.count > 0 else { return }
            let step = current!.converter.convert(region, into: restOfBlock)
            current!.consumer.advance(step.framesRead)
            noteRead(step.framesRead)
            blockCount += step.framesWritten
        }
        announceRoom()
    }

    private mutating func findCut() {
        if let gap = current!.consumer.takeGap() {
            current!.cut = .gap(gap)
        } else if current!.consumer.isFinished {
            current!.cut = .end
        }
    }

    private mutating func flush() {
        while blockCount < blockFrames {
            let count = current!.converter.flush(into: restOfBlock)
            if count == 0 { return }
            blockCount += count
        }
    }

    private mutating func deliver() -> Step {
        let count = blockCount
        blockCount = 0
        defer { index += UInt64(count) }
        return .frames(
            first: index,
            UnsafeRawBufferPointer(start: block.baseAddress, count: count * format.bytesPerFrame))
    }

    private mutating func pass(_ gap: Gap) -> Step? {
        let first = index
        index = current!.pass(gap)
        guard let reason = CaptureGap.Reason(gap.reason) else { return pull() }
        return report(CaptureGap(at: first, frames: index - first, reason: reason, isExact: gap.isExact))
    }

    /// A gap on this reader's clock, as a step and in the log: not all who listen look at gaps.
    private func report(_ gap: CaptureGap) -> Step {
        core.log(gap, sampleRate: format.sampleRate)
        return .gap(gap)
    }

    private var restOfBlock: UnsafeMutableRawBufferPointer {
        let used = blockCount * format.bytesPerFrame
        return UnsafeMutableRawBufferPointer(start: block.baseAddress! + used, count: block.count - used)
    }

    // MARK: - Room

    private mutating func giveBack() {
        guard lent > 0 else { return }
        current!.consumer.advance(lent)
        noteRead(lent)
        lent = 0
        announceRoom()
    }

    /// Wakes a capture thread that waits for room: not for every block, but once there is a good part of the ring, and
    /// when all is read, since only then the ring has given back all its room.
    private mutating func announceRoom(isIdle: Bool = false) {
        guard roomStep < .max, isIdle ? hasRead : unannounced >= roomStep else { return }
        unannounced = 0
        if isIdle { hasRead = false }
        core.announceRoom()
    }

    private mutating func noteRead(_ frames: Int) {
        unannounced += frames
        hasRead = true
    }
}

extension CaptureCore {
    // Not in the reader: Swift 6.0.3 crashes where a value that cannot be copied looks at this in a condition.
    fileprivate func log(_ gap: CaptureGap, sampleRate: Int) {
        guard logsEvents else { return }
        let length = Duration.frames(gap.frames, at: sampleRate)
        let time = Duration.frames(gap.at, at: sampleRate)
        Log.warning(
            """
            \(gap.isExact ? "" : "about ")\(length.inSeconds) of sound missing at \(time.inSeconds): \(gap.reason)
            """, from: "capture")
    }
}

extension CaptureGap.Reason {
    /// Nil where nothing is missing.
    fileprivate init?(_ reason: Gap.Reason) {
        switch reason {
        case .overrun: self = .overrun
        case .xrun: self = .xrun
        case .disconnected: self = .disconnected
        case .lateJoin: return nil
        }
    }
}

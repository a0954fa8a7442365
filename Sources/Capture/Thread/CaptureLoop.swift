import CLinux
import Platform
import Ring
import Synchronization

/// The capture thread's work on one opened source, a turn at a time. Specialised for each source, so that there is no
/// dynamic dispatch; for a live source a turn neither locks, allocates, logs nor counts references.
///
/// Time is handed in: a test drives it without a thread.
struct CaptureLoop<Source: AudioSource & ~Copyable>: ~Copyable {
    /// What has to happen before the next turn is of use.
    enum Turn: Equatable {
        case again
        /// This moment.
        case until(Duration)
        /// A reader makes room.
        case room
        /// The source's descriptors are ready.
        case descriptors
        /// Nothing will: the source is done with, for this reason or because it ended.
        case over(SourceFault?)
    }

    private(set) var source: Source
    /// The index of the next frame, missing ones included.
    private(set) var position: UInt64 = 0
    /// When the frame before `position` sounded, as well as is known.
    private(set) var edge: Duration

    private let control: UnsafeMutablePointer<ControlBlock>
    private var fanout: Fanout
    private var pacer: Pacer?
    private let sampleRate: Int
    private let periodFrames: Int
    private let isLive: Bool
    /// The source has just been started again after an xrun.
    private var isRestarted = false

    /// So long may a live source give nothing before it counts as dead.
    static var patience: Duration { .seconds(2) }

    init(
        _ source: consuming Source, control: UnsafeMutablePointer<ControlBlock>, isPaced: Bool, now: Duration
    ) {
        let format = source.format
        isLive = source.isLive
        sampleRate = format.sampleRate
        periodFrames = max(1, source.periodFrames)
        pacer = isPaced ? Pacer(sampleRate: sampleRate) : nil
        fanout = Fanout(control, bytesPerFrame: format.bytesPerFrame, frames: periodFrames)
        edge = now
        self.control = control
        self.source = source
    }

    /// Moves at most a period of frames from the source into the rings.
    mutating func turn(now: Duration) -> Turn {
        fanout.refresh(position: position)
        defer { fanout.finishTurn() }
        if isRestarted { noteXrun(now: now) }

        if pacer != nil {
            let due = pacer!.due(position + UInt64(periodFrames), now: now)
            if now < due { return .until(due) }
        }
        var frames = periodFrames
        if !isLive {
            frames = fanout.room(atMost: frames)
            if frames == 0 { return .room }
        }
        switch source.read(into: fanout.land(frames)) {
        case .frames(let count, let behind):
            position += UInt64(count)
            edge = now - .frames(UInt64(behind), at: sampleRate)
            control.pointee.framesCaptured.add(UInt64(count))
            control.pointee.lastFrames.store(now.nanoseconds, ordering: .relaxed)
            // Last: it wakes readers, which look at the figures above.
            fanout.commit(count)
            return .again
        case .nothing:
            if isLive, now - edge > Self.patience { return .over(.stalled) }
            return .descriptors
        case .xrun:
            control.pointee.xruns.add(1)
            isRestarted = true
            return .again
        case .end: return .over(nil)
        case .fault(let fault): return .over(fault)
        }
    }

    /// Whether a turn that found no room would find some now.
    mutating func hasRoom() -> Bool {
        fanout.refresh(position: position)
        defer { fanout.finishTurn() }
        return fanout.room(atMost: 1) > 0
    }

    /// What was lost lies between the last frame heard and the start afterwards, which is now.
    private mutating func noteXrun(now: Duration) {
        isRestarted = false
        let missing = UInt64(max(0, (now - edge).seconds) * Double(sampleRate))
        fanout.drop(missing, reason: .xrun)
        position += missing
        edge = now
    }
}

// MARK: - Waiting

extension CaptureLoop where Source: ~Copyable {
    /// Takes turns until the source is done with or the thread is to stop (nil).
    mutating func run(wakeUp: ReaderSignal) -> Turn? {
        let clock = MonotonicClock()
        let count = source.descriptorCount
        let descriptors = UnsafeMutablePointer<pollfd>.allocate(capacity: count + 1)
        defer { descriptors.deallocate() }
        descriptors.initialize(repeating: pollfd(), count: count + 1)
        source.describe(descriptors)
        descriptors[count] = pollfd(fd: wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)

        while !control.pointee.isStopping.load(ordering: .acquiring) {
            let turn = turn(now: clock.now)
            var timeout = Self.patience
            var first = descriptors + count
            switch turn {
            case .again: continue
            case .over: return turn
            case .until(let moment): timeout = max(moment - clock.now, .zero)
            case .room: break
            case .descriptors: first = descriptors
            }

            // Before it arms, so that a reader that makes room afterwards knows: see `CaptureCore.announceRoom`.
            if turn == .room { control.pointee.awaitsRoom.store(true, ordering: .relaxed) }
            wakeUp.arm()
            let isInVain =
                control.pointee.isStopping.load(ordering: .acquiring) || turn == .room && hasRoom()
            var ready: Int32 = -1
            if !isInVain {
                ready = clinux_poll(first, UInt(descriptors + count + 1 - first), timeout.nanoseconds)
            }
            wakeUp.disarm()
            control.pointee.awaitsRoom.store(false, ordering: .relaxed)
            // After a signal (-1) nothing is known of the descriptors; without sound in time the source says what it makes of that.
            if turn == .descriptors, ready >= 0, let fault = source.examine(descriptors) {
                return .over(fault)
            }
        }
        return nil
    }
}

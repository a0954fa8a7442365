import Glibc
import Ring
import Synchronization

/// The rings that a turn of the capture thread fills: the source writes into the first that has room, and the others get
/// a copy. Without any, sound lands in scratch memory, since a device has to be drained all the same.
///
/// ```swift
/// fanout.refresh(position: position)
/// let memory = fanout.land(160)
/// fanout.commit(source.read(into: memory))
/// ```
struct Fanout: ~Copyable {
    private let control: UnsafeMutablePointer<ControlBlock>
    private let bytesPerFrame: Int
    private let outlets: UnsafeMutablePointer<UnsafeMutablePointer<Outlet>>
    private(set) var count = 0
    private let scratch: UnsafeMutableRawBufferPointer

    /// Where the source writes, and whose ring that is (-1: the scratch memory's).
    private var landing: UnsafeMutableRawPointer
    private var owner = -1

    /// For turns of at most `frames` frames.
    init(_ control: UnsafeMutablePointer<ControlBlock>, bytesPerFrame: Int, frames: Int) {
        self.control = control
        self.bytesPerFrame = bytesPerFrame
        outlets = .allocate(capacity: ControlBlock.slotCount)
        scratch = .allocate(byteCount: frames * bytesPerFrame, alignment: 64)
        scratch.initializeMemory(as: UInt8.self, repeating: 0)
        landing = scratch.baseAddress!
    }

    deinit {
        outlets.deallocate()
        scratch.deallocate()
    }

    /// Begins a turn: finds the rings that are there now. `position` is the frame to come.
    mutating func refresh(position: UInt64) {
        count = 0
        for index in 0..<ControlBlock.slotCount {
            // In one order with `finishTurn` and the removal of an outlet: see `CaptureCore.retire`.
            guard let outlet = control.pointee.slots[index].load(ordering: .sequentiallyConsistent) else {
                continue
            }
            outlet.pointee.join(at: position)
            outlets[count] = outlet
            count += 1
        }
    }

    /// Ends a turn: no outlet of it is touched any more.
    func finishTurn() {
        let turns = control.pointee.turns.load(ordering: .relaxed)
        control.pointee.turns.store(turns &+ 1, ordering: .sequentiallyConsistent)
    }

    /// The room that all rings have, at most `frames`; none without any ring. For sources that can wait.
    func room(atMost frames: Int) -> Int {
        guard count > 0 else { return 0 }
        var room = frames
        for index in 0..<count {
            room = min(room, outlets[index].pointee.producer.reserve(room).count / bytesPerFrame)
        }
        return room
    }

    /// Memory for `frames` frames, contiguous.
    mutating func land(_ frames: Int) -> UnsafeMutableRawBufferPointer {
        let byteCount = frames * bytesPerFrame
        for index in 0..<count {
            let region = outlets[index].pointee.producer.reserve(frames)
            if region.count >= byteCount {
                owner = index
                landing = region.baseAddress!
                return UnsafeMutableRawBufferPointer(start: landing, count: byteCount)
            }
        }
        owner = -1
        landing = scratch.baseAddress!
        return UnsafeMutableRawBufferPointer(start: landing, count: byteCount)
    }

    /// Gives the first `frames` landed frames to every ring; what a ring has no room for is dropped there and counted.
    mutating func commit(_ frames: Int) {
        for index in 0..<count {
            let written = index == owner ? commitInPlace(index, frames) : copy(index, frames)
            if written < frames {
                let missing = UInt64(frames - written)
                outlets[index].pointee.producer.drop(missing, reason: .overrun)
                control.pointee.framesDropped.add(missing)
            }
        }
        for index in 0..<count { outlets[index].pointee.wake() }
    }

    /// Says that the source lost `frames` frames, about.
    mutating func drop(_ frames: UInt64, reason: Gap.Reason) {
        for index in 0..<count {
            outlets[index].pointee.producer.drop(frames, reason: reason, isExact: false)
        }
    }

    private func commitInPlace(_ index: Int, _ frames: Int) -> Int {
        outlets[index].pointee.producer.commit(frames)
        return frames
    }

    private func copy(_ index: Int, _ frames: Int) -> Int {
        outlets[index].pointee.producer.write(
            from: UnsafeRawBufferPointer(start: landing, count: frames * bytesPerFrame))
    }
}

/// One reader's ring as the capture thread holds it: the writing end, and how to wake the reader.
///
/// It lives at a fixed address, is published through a slot of the `ControlBlock`, and is used by the capture thread
/// alone until it is taken out of the slot and a turn has gone by.
struct Outlet: ~Copyable {
    var producer: Producer
    let wakeUp: ReaderSignal
    /// The same without counting references: each use of the object itself is a retain and a release.
    private let uncounted: Unmanaged<ReaderSignal>
    /// Whether the ring's frame index agrees with the stream's: a reader may come in the middle.
    var isJoined = false

    init(_ producer: consuming Producer, wakeUp: ReaderSignal) {
        self.producer = producer
        self.wakeUp = wakeUp
        uncounted = .passUnretained(wakeUp)
    }

    /// Wakes the reader if it sleeps.
    @inline(__always)
    func wake() { uncounted._withUnsafeGuaranteedRef { $0.signal() } }

    /// Lets a ring that comes late begin at the stream's position.
    mutating func join(at position: UInt64) {
        guard !isJoined else { return }
        isJoined = true
        producer.drop(position, reason: .lateJoin)
    }
}

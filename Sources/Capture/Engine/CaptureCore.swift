import Platform
import Ring
import Synchronization

/// What engine, readers and capture thread share: who listens, and what is being listened to.
///
/// Its lock is taken by the capture thread only while it does not hear.
final class CaptureCore: @unchecked Sendable {
    // Unchecked for the control block's pointer, which is set once: its fields are atomic, and all else is behind locks.

    /// One opening of a source.
    struct Opening: Sendable {
        let name: String
        /// The PCM of a device; nil for other sources.
        var microphone: String? = nil
        let format: AudioFormat
        /// Its first frame's place on the capture clock, in 16 kHz frames.
        let origin: UInt64
        let isLive: Bool
    }

    private struct State {
        var ports: [ReaderPort] = []
        /// The slots of those that have not been read to the end.
        var reading: Set<Int> = []
        /// Nil while there is none.
        var opening: Opening?
        /// What a reader that comes now has to know.
        var status: CaptureEvent?
        var isEnded = false
        /// Who follows the events, by the number of their stream.
        var listeners: [Int: AsyncStream<CaptureEvent>.Continuation] = [:]
        var streamCount = 0
        var retired: [(outlet: UnsafeMutablePointer<Outlet>, turns: UInt64)] = []
    }

    let control: UnsafeMutablePointer<ControlBlock>
    /// Wakes the capture thread: to stop, to see a new reader, or since there is room.
    let wakeUp: ReaderSignal
    private let bufferDuration: Duration
    /// Whether gaps and events are written to the log, too.
    let logsEvents: Bool
    /// On Linux this lock inherits priority (FUTEX_LOCK_PI), so the capture thread waits behind no thread that does not get to run.
    private let state = Mutex(State())
    /// The cancelled streams, until the next one begins. Not part of the state, to avoid a deadlock: the runtime reports
    /// them while it holds a lock of the cancelled task, and posting an event waits for that lock with the state locked.
    private let gone = Mutex<[Int]>([])

    init(bufferDuration: Duration, logsEvents: Bool = true) throws(CaptureError) {
        do { wakeUp = try ReaderSignal() } catch { throw .memoryRefused(reason: "\(error)") }
        self.bufferDuration = bufferDuration
        self.logsEvents = logsEvents
        control = .allocate(capacity: 1)
        control.initialize(to: ControlBlock())
    }

    deinit {
        releaseOutlets()
        state.withLock { Self.release(&$0.retired) { _ in true } }
        control.deinitialize(count: 1)
        control.deallocate()
    }
}

// MARK: - Readers come and go (any thread)

extension CaptureCore {
    func addPort() throws(CaptureError) -> ReaderPort {
        try state.withLock { state throws(CaptureError) in
            sweep(&state)
            let taken = Set(state.ports.map(\.slot))
            guard let slot = (0..<ControlBlock.slotCount).first(where: { !taken.contains($0) }) else {
                throw .tooManyReaders(limit: ControlBlock.slotCount)
            }
            let port: ReaderPort
            do { port = try ReaderPort(slot: slot) } catch { throw .memoryRefused(reason: "\(error)") }
            state.ports.append(port)
            state.reading.insert(slot)
            if let status = state.status { port.put(.event(status)) }
            if let opening = state.opening {
                if let refusal = attach(port, to: opening) { port.put(.event(.lost(refusal))) }
                wakeUp.signal()
            }
            if state.isEnded { port.put(.end) }
            return port
        }
    }

    func makeEvents() -> AsyncStream<CaptureEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CaptureEvent.self, bufferingPolicy: .bufferingNewest(64))
        let gone = gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
        let ended = state.withLock { state in
            for number in gone { state.listeners[number] = nil }
            if let status = state.status { continuation.yield(status) }
            let number = state.streamCount
            state.streamCount += 1
            state.listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.gone.withLock { $0.append(number) } }
            return Self.takeEnded(&state)
        }
        for listener in ended { listener.finish() }
        return stream
    }

    /// A reader has come to the end of the sound.
    func noteEnd(of port: ReaderPort) {
        let ended = state.withLock { state in
            state.reading.remove(port.slot)
            return Self.takeEnded(&state)
        }
        for listener in ended { listener.finish() }
    }

    /// Those for whom nothing follows: not before all sound was read, since who hears of the end takes it for that. They are
    /// finished without the lock.
    private static func takeEnded(_ state: inout State) -> [AsyncStream<CaptureEvent>.Continuation] {
        guard state.isEnded, state.reading.isEmpty else { return [] }
        defer { state.listeners = [:] }
        return Array(state.listeners.values)
    }

    /// A reader has made room. A capture thread that waits for a moment, or for its device, is not woken for it.
    ///
    /// No room goes unnoticed: the reader stores its index, passes a fence and looks whether room is waited for; the capture
    /// thread says so, passes a fence and looks for room once more. Whichever fence is the second, its thread sees the other's.
    func announceRoom() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if control.pointee.awaitsRoom.load(ordering: .relaxed) { wakeUp.signal() }
    }

    func removePort(_ port: ReaderPort) {
        let ended = state.withLock { state in
            state.ports.removeAll { $0 === port }
            state.reading.remove(port.slot)
            let slot = control.pointee.slots + port.slot
            if let outlet = slot.pointee.exchange(nil, ordering: .sequentiallyConsistent) {
                retire(outlet, &state)
            }
            sweep(&state)
            return Self.takeEnded(&state)
        }
        for listener in ended { listener.finish() }
    }

    /// Keeps an outlet that the capture thread may be using until it cannot any more.
    ///
    /// In the one order of all sequentially consistent operations: a turn that found the outlet had read its slot before
    /// the exchange above, hence before `turns` is read here, so its end makes `turns` greater than what is read. A turn
    /// that begins after that end reads the slot after the exchange.
    private func retire(_ outlet: UnsafeMutablePointer<Outlet>, _ state: inout State) {
        let turns = control.pointee.turns.load(ordering: .sequentiallyConsistent)
        state.retired.append((outlet, turns))
        wakeUp.signal()
    }

    private func sweep(_ state: inout State) {
        let turns = control.pointee.turns.load(ordering: .acquiring)
        let isHearing = state.opening != nil
        Self.release(&state.retired) { !isHearing || turns > $0 }
    }

    private static func release(
        _ retired: inout [(outlet: UnsafeMutablePointer<Outlet>, turns: UInt64)],
        where isDone: (UInt64) -> Bool
    ) {
        retired.removeAll { outlet, turns in
            guard isDone(turns) else { return false }
            outlet.deinitialize(count: 1)
            outlet.deallocate()
            return true
        }
    }

    /// - Returns: why the reader has no ring; nil if it has.
    private func attach(_ port: ReaderPort, to opening: Opening) -> CaptureError? {
        let format = opening.format
        do {
            let capacity = max(1, format.frames(in: bufferDuration))
            let ring = try RingBuffer(frameCapacity: capacity, bytesPerFrame: format.bytesPerFrame)
            let producer = ring.producer
            if opening.isLive { do { try producer.lockMemory() } catch { Warnings.memoryUnlocked.give() } }
            port.put(
                .opening(
                    .init(
                        ring.consumer, format: format, microphone: opening.microphone,
                        origin: opening.origin, roomStep: opening.isLive ? .max : max(1, capacity / 4))))
            let outlet = UnsafeMutablePointer<Outlet>.allocate(capacity: 1)
            outlet.initialize(to: Outlet(producer, wakeUp: port.wakeUp))
            control.pointee.slots[port.slot].store(outlet, ordering: .sequentiallyConsistent)
            return nil
        } catch {
            return .memoryRefused(reason: "\(error)")
        }
    }
}

// MARK: - The capture thread, while it does not hear

extension CaptureCore {
    /// Tells every reader, and those who come later, how things stand.
    func post(_ event: CaptureEvent) {
        state.withLock { state in
            guard state.status != event else { return }
            state.status = event
            MicrophoneAvailability.note(event, of: ObjectIdentifier(self))
            report(event, state)
        }
    }

    /// Tells every reader something that passes.
    func announce(_ event: CaptureEvent) {
        state.withLock { report(event, $0) }
    }

    private func report(_ event: CaptureEvent, _ state: borrowing State) {
        for port in state.ports { port.put(.event(event)) }
        for listener in state.listeners.values { listener.yield(event) }
    }

    /// Gives every reader a ring for what comes now.
    ///
    /// - Returns: why one of them has none, which would be deaf for as long as the device is there; ``endOpening()`` then takes
    ///   those of the others away. Nil if all have one.
    func begin(_ opening: Opening) -> CaptureError? {
        state.withLock { state in
            state.opening = opening
            for port in state.ports {
                if let refusal = attach(port, to: opening) { return refusal }
            }
            return nil
        }
    }

    /// Takes the rings away: readers find them finished when they have read what is left.
    func endOpening() {
        state.withLock { state in
            state.opening = nil
            releaseOutlets()
            sweep(&state)
        }
    }

    /// Nothing follows.
    func end() {
        let ended = state.withLock { state in
            state.isEnded = true
            MicrophoneAvailability.forget(ObjectIdentifier(self))
            for port in state.ports { port.put(.end) }
            return Self.takeEnded(&state)
        }
        for listener in ended { listener.finish() }
    }

    private func releaseOutlets() {
        for index in 0..<ControlBlock.slotCount {
            guard let outlet = control.pointee.slots[index].exchange(nil, ordering: .acquiringAndReleasing)
            else {
                continue
            }
            let wakeUp = outlet.pointee.wakeUp
            outlet.deinitialize(count: 1)
            outlet.deallocate()
            wakeUp.signal()
        }
    }
}

// MARK: - How it fares

extension CaptureCore {
    var isStopping: Bool { control.pointee.isStopping.load(ordering: .acquiring) }

    /// How many follow the events, and have followed them since the newest of them began.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    var currentFormat: AudioFormat? { state.withLock { $0.opening?.format } }

    var counters: CaptureCounters {
        var counters = CaptureCounters()
        counters.framesCaptured = control.pointee.framesCaptured.load(ordering: .relaxed)
        counters.framesDropped = control.pointee.framesDropped.load(ordering: .relaxed)
        counters.xruns = control.pointee.xruns.load(ordering: .relaxed)
        counters.reopenings = control.pointee.reopenings.load(ordering: .relaxed)
        counters.searches = control.pointee.searches.load(ordering: .relaxed)
        let last = control.pointee.lastFrames.load(ordering: .relaxed)
        counters.lastFrames = last == 0 ? nil : .nanoseconds(last)
        return counters
    }
}

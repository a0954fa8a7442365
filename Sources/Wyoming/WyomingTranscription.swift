import Platform
import Synchronization

/// One utterance on its way to a recognizer of this machine, and its text on the way back, on a connection and a thread of its own.
///
/// Sound is handed over while it is spoken. Whoever hands it over never waits: what the recognizer has not taken yet waits in
/// memory, up to a limit, and every wait has an end. It ends with one `final` or `failed`, or, cancelled, with neither.
///
/// ```swift
/// let transcription = WyomingTranscription(at: address, WyomingRequest(language: "en")) { update in queue.post(update) }
/// transcription.send(samples)
/// transcription.finish()
/// ```
///
/// Any thread may call; one at a time hands over sound.
package final class WyomingTranscription: Sendable {
    /// How long is waited for what.
    package struct Limits: Sendable, Hashable {
        /// For a connection.
        package var connect = Duration.seconds(1)
        /// For the text, from the end of what was said, or half as long as that took, if that is more; and for sound to be taken
        /// at all.
        package var answer = Duration.seconds(10)
        /// How many bytes may wait to be taken: half a minute of sound.
        package var mostWaiting = 1 << 20

        package init() {}
    }

    /// News of it, told on its thread.
    package enum Update: Sendable, Hashable {
        /// The text so far; it only grows.
        case partial(String)
        /// The text, whole: what can be seen of it on one line.
        case final(String)
        /// There will be none.
        case failed(WyomingError)
    }

    private struct State {
        /// Messages that were not handed to the connection yet.
        var waiting: [UInt8] = []
        /// Samples that make no message yet.
        var samples: [Int16] = []
        /// How many were said.
        var sampleCount = 0
        /// When the text must be there, and how long that was from the end of what was said; nil before.
        var due: (at: Duration, after: Duration)?
        var isCancelled = false
        /// Whether its thread is done with it.
        var isOver = false

        /// Whether more may be said.
        var isOpen: Bool { due == nil && !isCancelled && !isOver }

        /// Makes a message of the samples.
        mutating func flush() {
            guard !samples.isEmpty else { return }
            waiting += WyomingRequest.chunk(samples)
            samples.removeAll(keepingCapacity: true)
        }
    }

    /// In which sound is handed over: 50 ms, at 16 kHz.
    private static let hop = 800

    private let address: WyomingAddress
    private let limits: Limits
    private let state: Mutex<State>
    private let observe: @Sendable (Update) -> Void
    /// Signalled when there is more to do.
    private let event: EventDescriptor
    /// Signalled when some of it was done, for whoever waits for that.
    private let progress: EventDescriptor
    private let clock = MonotonicClock()

    /// Connects on a thread of its own; sound may be sent at once.
    ///
    /// - Parameters:
    ///   - address: Where the recognizer listens.
    ///   - request: What is asked of it.
    ///   - limits: How long is waited.
    ///   - observe: Called with news on the thread of this utterance; it must only pass the word on.
    /// - Throws: `.away` when the process has no descriptor or thread left.
    package init(
        at address: WyomingAddress, _ request: WyomingRequest, limits: Limits = Limits(),
        observe: @escaping @Sendable (Update) -> Void
    ) throws(WyomingError) {
        self.address = address
        self.limits = limits
        self.observe = observe
        state = Mutex(State(waiting: request.opening))
        func makeEvent() throws(WyomingError) -> EventDescriptor {
            do { return try EventDescriptor() } catch { throw .away(address, code: error.code) }
        }
        event = try makeEvent()
        progress = try makeEvent()
        do throws(PlatformError) {
            try SystemThread(name: "earshot-engine") { [self] in work() }.detach()
        } catch {
            throw .away(address, code: error.code)
        }
    }

    /// Hands over the next samples, 16 kHz mono; copied. Without effect once it was finished, or is over.
    package func send(_ samples: UnsafeBufferPointer<Int16>) {
        let isMessage = state.withLock { state in
            guard state.isOpen else { return false }
            state.samples.append(contentsOf: samples)
            state.sampleCount += samples.count
            guard state.samples.count >= Self.hop else { return false }
            state.flush()
            return true
        }
        if isMessage { event.signal() }
    }

    /// That was all; its text is waited for.
    package func finish() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.flush()
            state.waiting += WyomingRequest.closing
            let patience = max(limits.answer, .frames(UInt64(state.sampleCount), at: 16_000) / 2)
            state.due = (at: clock.now + patience, after: patience)
        }
        event.signal()
    }

    /// Nobody needs it any more: the recognizer is told so by the end of the connection.
    package func cancel() {
        state.withLock { $0.isCancelled = true }
        event.signal()
    }

    /// Waits until there is little that it has not been handed over, or, once it was finished, until it is over: for recordings,
    /// which come faster than any recognizer hears. Never longer than the limits. One thread at a time.
    package func settle() {
        while state.withLock({ !$0.isOver && ($0.due != nil || $0.waiting.count > limits.mostWaiting / 4) }) {
            _ = progress.wait()
            progress.drain()
        }
    }

    // MARK: - The thread

    private func work() {
        let update: Update?
        do throws(WyomingError) {
            update = try converse().map { .final($0) }
        } catch {
            update = .failed(error)
        }
        // Told before it is over: who waits for the end finds the text there.
        if !isCancelled, let update { observe(update) }
        state.withLock { state in
            state.waiting = []
            state.isOver = true
        }
        progress.signal()
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Returns: the text; nil if it was cancelled.
    private func converse() throws(WyomingError) -> String? {
        let connection = try WyomingConnection(to: address, within: limits.connect) { isCancelled }
        var answer = WyomingAnswer(address)
        var outgoing = WyomingOutgoing(since: clock.now)
        while true {
            event.drain()
            let (isCancelled, due, waiting) = state.withLock { state in
                if outgoing.bytes.isEmpty { outgoing.take(&state.waiting, at: clock.now) }
                return (state.isCancelled, state.due, state.waiting.count)
            }
            progress.signal()
            if isCancelled { return nil }
            let now = clock.now
            if let due, now >= due.at { throw .late(address, limit: due.after) }
            let isStuck = !outgoing.bytes.isEmpty && now >= outgoing.movedAt + limits.answer
            if isStuck || waiting > limits.mostWaiting { throw .behind(address) }

            let deadline = due?.at ?? (outgoing.bytes.isEmpty ? nil : outgoing.movedAt + limits.answer)
            let before = answer.text
            let bytes: [UInt8]
            do {
                let wait = deadline.map { $0 - now } ?? .seconds(3600)
                guard
                    let read = try connection.exchange(
                        &outgoing, or: event.descriptor, within: wait, by: clock)
                else { continue }
                bytes = read
            } catch {
                throw .disconnected(address)
            }
            let isAwaited = due != nil && outgoing.isDone && waiting == 0
            if let text = try answer.take(bytes, isAwaited: isAwaited) { return text }
            if bytes.isEmpty { throw .disconnected(address) }
            if answer.text != before { observe(.partial(answer.text)) }
        }
    }
}

import Synchronization

/// The results of a module, as ``SpeechModule/results`` gives them: a sequence for one loop.
///
/// A loop that is slower than results come misses no final one; of volatile ones that follow one another it sees the newest.
/// Leaving the loop does not end the analysis, and another loop may go on.
///
/// ```swift
/// for try await result in transcriber.results {
///     print(result.isFinal ? "final" : "volatile", result.text)
/// }
/// ```
public struct SpeechModuleResults<Element: SpeechModuleResult>: AsyncSequence, Sendable {
    let buffer: Buffer

    /// Begins a loop.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(buffer: buffer, wakeUp: buffer.wakeUp.makeAsyncIterator())
    }

    /// Where the loop stands.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: Buffer
        var wakeUp: AsyncStream<Void>.Iterator

        /// The next result; nil when the analysis has finished, and when the Swift task is cancelled.
        ///
        /// - Throws: what ended the analysis.
        public mutating func next() async throws -> Element? {
            while true {
                if let result = try buffer.take() { return result }
                guard !buffer.isOver, await wakeUp.next() != nil else { return try buffer.take() }
            }
        }
    }

    /// Results on their way to the loop.
    final class Buffer: Sendable {
        private struct State {
            var waiting: [Element] = []
            var isOver = false
            var error: (any Error)?
        }

        private let state = Mutex(State())
        let wakeUp: AsyncStream<Void>
        private let bell: AsyncStream<Void>.Continuation

        init() {
            (wakeUp, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func add(_ result: Element) {
            state.withLock { state in
                guard !state.isOver else { return }
                if let last = state.waiting.last, !last.isFinal { state.waiting.removeLast() }
                state.waiting.append(result)
            }
            bell.yield()
        }

        /// Ends the results; those that wait are still taken.
        func finish(throwing error: (any Error)?) {
            state.withLock { state in
                guard !state.isOver else { return }
                state.isOver = true
                state.error = error
            }
            bell.yield()
        }

        var isOver: Bool { state.withLock { $0.isOver } }

        func take() throws -> Element? {
            try state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                if let error = state.error {
                    state.error = nil
                    throw error
                }
                return nil
            }
        }
    }
}

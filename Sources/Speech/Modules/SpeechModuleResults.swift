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
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffer: buffer) }

    /// Where the loop stands.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: Buffer

        /// The next result; nil when the analysis has finished, and when the Swift task is cancelled.
        ///
        /// - Throws: what ended the analysis.
        public mutating func next() async throws -> Element? {
            while true {
                // One for this wait only: a cancelled Swift task ends the stream that it waits for, for good.
                let (rings, bell) = AsyncStream<Void>.makeStream()
                switch try buffer.take(orRing: bell) {
                case .result(let result): return result
                case .bell(let number):
                    var ring = rings.makeAsyncIterator()
                    if await ring.next() == nil {
                        buffer.forget(bell: number)
                        return nil
                    }
                }
            }
        }
    }

    /// Results on their way to the loop.
    final class Buffer: Sendable {
        private struct State {
            var waiting: [Element] = []
            var isOver = false
            var error: (any Error)?
            /// Of the loops that wait.
            var bells: [Int: AsyncStream<Void>.Continuation] = [:]
            var bellCount = 0

            mutating func ring() {
                for bell in bells.values { bell.yield() }
                bells = [:]
            }
        }

        /// A result, or the number of the bell that is rung for the next one.
        enum Taken {
            case result(Element)
            case bell(Int)
        }

        private let state = Mutex(State())

        func add(_ result: Element) {
            state.withLock { state in
                guard !state.isOver else { return }
                if let last = state.waiting.last, !last.isFinal { state.waiting.removeLast() }
                state.waiting.append(result)
                state.ring()
            }
        }

        /// Ends the results; those that wait are still taken.
        func finish(throwing error: (any Error)?) {
            state.withLock { state in
                guard !state.isOver else { return }
                state.isOver = true
                state.error = error
                state.ring()
            }
        }

        /// The next result. If there is none, the bell is rung when there is news, or ends when there will be none.
        func take(orRing bell: AsyncStream<Void>.Continuation) throws -> Taken {
            try state.withLock { state in
                guard state.waiting.isEmpty else { return .result(state.waiting.removeFirst()) }
                if let error = state.error {
                    state.error = nil
                    throw error
                }
                state.bellCount += 1
                if state.isOver { bell.finish() } else { state.bells[state.bellCount] = bell }
                return .bell(state.bellCount)
            }
        }

        /// Nobody waits for it any more.
        func forget(bell number: Int) {
            _ = state.withLock { $0.bells.removeValue(forKey: number) }
        }
    }
}

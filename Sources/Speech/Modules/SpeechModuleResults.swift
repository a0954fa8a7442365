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
        public mutating func next() async throws -> Element? { try await buffer.next() }
    }

    /// Results on their way to the loop.
    final class Buffer: Sendable {
        private struct State {
            var waiting: [Element] = []
            var isOver = false
            var error: (any Error)?
        }

        private let state = Watched(State())

        func add(_ result: Element) {
            state.change { state in
                guard !state.isOver else { return }
                if let last = state.waiting.last, !last.isFinal { state.waiting.removeLast() }
                state.waiting.append(result)
            }
        }

        /// Ends the results; those that wait are still taken.
        func finish(throwing error: (any Error)?) {
            state.change { state in
                guard !state.isOver else { return }
                state.isOver = true
                state.error = error
            }
        }

        /// The next result; nil when there will be none, and where the Swift task is cancelled. What has ended them is thrown once.
        func next() async throws -> Element? {
            let next = try await state.next { state throws -> Element?? in
                guard state.waiting.isEmpty else { return .some(state.waiting.removeFirst()) }
                if let error = state.error {
                    state.error = nil
                    throw error
                }
                return state.isOver ? .some(nil) : nil
            }
            return next ?? nil
        }
    }
}

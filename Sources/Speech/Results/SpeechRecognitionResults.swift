import Synchronization

/// The results of one request, as ``SpeechRecognizer/results(for:)`` gives them. They are for one loop, and a second one ends at
/// once; recognition is cancelled when the first is left, and when the sequence is released.
///
/// ```swift
/// for try await result in recognizer.results(for: request) {
///     print(result.bestTranscription.formattedString)
/// }
/// ```
public struct SpeechRecognitionResults: AsyncSequence, Sendable {
    typealias Stream = AsyncThrowingStream<SpeechRecognitionResult, any Error>

    let stream: Stream
    let task: SpeechRecognitionTask
    private let beginning = Beginning()

    init(stream: Stream, task: SpeechRecognitionTask) {
        self.stream = stream
        self.task = task
    }

    /// Begins the one loop.
    public func makeAsyncIterator() -> AsyncIterator {
        // Two loops that wait for a stream at once would end the process.
        guard beginning.isFirst() else { return AsyncIterator(loop: nil) }
        return AsyncIterator(loop: AsyncIterator.Loop(stream.makeAsyncIterator(), of: task))
    }

    /// Whether the loop has begun.
    private final class Beginning: Sendable {
        private let hasBegun = Atomic(false)

        func isFirst() -> Bool { !hasBegun.exchange(true, ordering: .relaxed) }
    }

    /// Where the loop stands; leaving it cancels recognition.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Lives as long as the loop.
        final class Loop {
            private var base: Stream.AsyncIterator
            private let task: SpeechRecognitionTask

            init(_ base: Stream.AsyncIterator, of task: SpeechRecognitionTask) {
                self.base = base
                self.task = task
            }

            deinit { task.cancel() }

            func next() async throws -> SpeechRecognitionResult? { try await base.next() }
        }

        /// Nil of a second loop.
        let loop: Loop?

        /// The next result; nil after the final one, and when the Swift task is cancelled.
        ///
        /// - Throws: the ``RecognitionError`` that ended the recognition.
        public mutating func next() async throws -> SpeechRecognitionResult? {
            guard let loop else { return nil }
            return try await loop.next()
        }
    }
}

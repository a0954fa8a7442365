/// The results of one request, as ``SpeechRecognizer/results(for:)`` gives them. One loop may iterate over it; recognition is
/// cancelled when that loop is left, and when the sequence is released.
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

    /// Begins the one loop.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(loop: AsyncIterator.Loop(stream.makeAsyncIterator(), of: task))
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

        let loop: Loop

        /// The next result; nil after the final one, and when the Swift task is cancelled.
        ///
        /// - Throws: the ``RecognitionError`` that ended the recognition.
        public mutating func next() async throws -> SpeechRecognitionResult? { try await loop.next() }
    }
}

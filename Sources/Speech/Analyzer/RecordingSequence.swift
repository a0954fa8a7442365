/// A recording as a sequence of its pieces, which ends early when the Swift task that reads it is cancelled. It is read once.
struct RecordingSequence: AsyncSequence, Sendable {
    let reader: FileReader

    struct AsyncIterator: AsyncIteratorProtocol {
        let reader: FileReader

        func next() async throws -> AnalyzerInput? {
            Task.isCancelled ? nil : try reader.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }
}

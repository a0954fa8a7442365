import Capture
import Synchronization

@testable import Speech

/// A module that has searched what it hears when the test says so, and finds nothing.
final class HeldModule: RunnableModule {
    let session = HeldSession()
    let results = SpeechModuleResults<SpeechTranscriber.Result>(buffer: .init())
    let availableCompatibleAudioFormats: [AudioFormat] = []
    var assets: (any ModuleAssets)? { nil }
    var hearsFreeText: Bool { false }

    func claim() -> Bool { true }
    func begin(_ setup: ModuleSetup) -> any ModuleSession { session }
    func finish(throwing error: (any Error)?) { results.buffer.finish(throwing: error) }
}

final class HeldSession: ModuleSession {
    private struct State {
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let questions = AsyncStream<Void>.makeStream()

    let settledUntil = Duration.zero
    let failure: RecognitionError? = nil

    func prepare() async {}
    func hear(_ input: AnalyzerInput) {}
    func settle(through time: Duration?) async {}
    func end() async { await waitUntilHeard() }
    func cancel() {}

    func waitUntilHeard() async {
        // Not a stream's end, which would also come where the Swift task is cancelled.
        await withCheckedContinuation { done in
            let isReleased = state.withLock { state in
                if !state.isReleased { state.waiting.append(done) }
                return state.isReleased
            }
            if isReleased { done.resume() }
            questions.continuation.yield()
        }
    }

    /// Returns when it has been asked once more whether all was searched, or to end.
    func untilAsked() async {
        for await _ in questions.stream { return }
    }

    /// All has been searched.
    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for done in waiting { done.resume() }
    }
}

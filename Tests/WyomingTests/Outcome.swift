import Platform
import Synchronization

@testable import Wyoming

/// What came of an utterance, for whoever waits for it.
final class Outcome: Sendable {
    private let update = Mutex<WyomingTranscription.Update?>(nil)
    private let there = Semaphore()

    var value: WyomingTranscription.Update? { update.withLock { $0 } }

    func take(_ update: WyomingTranscription.Update) {
        self.update.withLock { $0 = update }
        there.signal()
    }

    func wait() -> WyomingTranscription.Update? {
        there.wait()
        return value
    }
}

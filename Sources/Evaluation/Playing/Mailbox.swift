import Platform
import Synchronization

/// What workers tell the one thread that waits for them, in the order in which they tell it.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let count = Semaphore()

    /// Any thread; never waits for the reader.
    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        count.signal()
    }

    /// Waits until there is one.
    func next() -> Message {
        count.wait()
        return messages.withLock { $0.removeFirst() }
    }
}

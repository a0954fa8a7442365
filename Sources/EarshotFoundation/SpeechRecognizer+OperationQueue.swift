import Earshot
import Foundation
import Synchronization

extension SpeechRecognizer: FoundationBridged {}

extension FoundationBridged where Self == SpeechRecognizer {
    /// Where handlers and delegates are called, each in an operation that is added when the one before is over. Any thread may
    /// set it.
    ///
    /// ```swift
    /// recognizer.queue = OperationQueue.main
    /// ```
    ///
    /// It may be any queue, in use or not; an operation that is cancelled with the queue's others is added again, so that the task
    /// ends. One that a `DispatchQueue` was set for is over that.
    public var queue: OperationQueue {
        get {
            let queue = self.handlerQueue
            if let queue = queue as? OperationsInOrder { return queue.operations }
            // On Linux, each access to the main queue makes another object for it.
            return queue.dispatchQueue.label == DispatchQueue.main.label
                ? .main : DispatchedOperations(on: queue.dispatchQueue)
        }
        nonmutating set {
            self.handlerQueue =
                newValue === OperationQueue.main
                ? DispatchQueue.main : OperationsInOrder(operations: newValue)
        }
    }
}

/// An operation queue that is given one handler at a time: it might run several at once.
private struct OperationsInOrder: HandlerQueue {
    let operations: OperationQueue
    let dispatchQueue = DispatchQueue(label: "earshot.operations")

    func call(_ body: @escaping @Sendable () -> Void) {
        dispatchQueue.async {
            let hasRun = Flag()
            // An operation that is cancelled before it begins is over without a call, and a task would never end.
            while !hasRun.isSet.load(ordering: .acquiring) {
                let operation = BlockOperation {
                    body()
                    hasRun.isSet.store(true, ordering: .releasing)
                }
                operations.addOperations([operation], waitUntilFinished: true)
            }
        }
    }

    private final class Flag: Sendable {
        let isSet = Atomic(false)
    }
}

/// An operation queue that holds what is below it; others do not.
private final class DispatchedOperations: OperationQueue, @unchecked Sendable {
    private let queue: DispatchQueue

    init(on queue: DispatchQueue) {
        self.queue = queue
        super.init()
        underlyingQueue = queue
    }
}

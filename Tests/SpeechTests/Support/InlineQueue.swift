import Dispatch

@testable import Speech

/// Calls handlers at once, so that no partial result gives way to a newer one.
struct InlineQueue: HandlerQueue {
    let dispatchQueue = DispatchQueue(label: "test")

    func call(_ body: @escaping @Sendable () -> Void) { body() }
}

import Dispatch

/// Where a recognizer's handlers and delegates are called: a dispatch queue, or what a module of other types makes of one.
package protocol HandlerQueue: Sendable {
    /// As the recognizer gives it to those that ask for its queue.
    var dispatchQueue: DispatchQueue { get }
    /// Calls it there, after what came before has returned.
    func call(_ body: @escaping @Sendable () -> Void)
}

extension DispatchQueue: HandlerQueue {
    package var dispatchQueue: DispatchQueue { self }
    package func call(_ body: @escaping @Sendable () -> Void) { async(execute: body) }
}

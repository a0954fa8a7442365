import Appliance
import Dispatch
import Synchronization

/// Has workers go through a manifest's recordings, several at once, each a run of them in a row, and hears on the calling thread what they
/// tell.
///
/// A value without state; any thread may use it.
struct ParallelRuns: Sendable {
    let manifest: Manifest
    /// How many at once, at least 1.
    let workers: Int
    /// Ends it early: no other recording is begun.
    let stop: StopSignal

    /// Does one recording, by its place in the manifest, and tells about it.
    typealias Work<Message> = (_ index: Int, _ tell: (Message) -> Void) throws(EvaluationError) -> Void

    /// Waits until all recordings are done. At the first that cannot be used no other is begun.
    ///
    /// - Parameters:
    ///   - makeWork: Makes what one worker does its recordings with, on the worker's thread.
    ///   - hear: Called with what is told, in the order in which it is, on the calling thread.
    /// - Throws: `EvaluationError.line` for the recording that was found first not to be usable.
    func run<Message: Sendable>(
        _ makeWork: @escaping @Sendable () -> Work<Message>, hear: (Message) -> Void
    ) throws(EvaluationError) {
        let mailbox = Mailbox<Post<Message>>()
        DispatchQueue.global().async { work(makeWork, mailbox) }
        var failure: EvaluationError?
        while true {
            switch mailbox.next() {
            case .told(let message): hear(message)
            case .failed(let error): failure = failure ?? error
            case .finished:
                if let failure { throw failure }
                return
            }
        }
    }

    private func work<Message: Sendable>(
        _ makeWork: @Sendable () -> Work<Message>, _ mailbox: Mailbox<Post<Message>>
    ) {
        let hasFailed = Atomic(false)
        let runs = Shares.runs(of: manifest.clips.count, among: workers)
        DispatchQueue.concurrentPerform(iterations: runs.count) { worker in
            let work = makeWork()
            for index in runs[worker] where !stop.isRaised && !hasFailed.load(ordering: .relaxed) {
                do throws(EvaluationError) {
                    try work(index) { mailbox.post(.told($0)) }
                } catch {
                    hasFailed.store(true, ordering: .relaxed)
                    mailbox.post(.failed(manifest.fault(of: manifest.clips[index], error)))
                }
            }
        }
        mailbox.post(.finished)
    }
}

/// What workers tell whoever waits for them.
private enum Post<Message: Sendable>: Sendable {
    case told(Message)
    case failed(EvaluationError)
    case finished
}

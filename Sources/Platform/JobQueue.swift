import Synchronization

/// Jobs of which one says when those before it are done.
package protocol FencedJob: Sendable {
    /// Signals when all earlier jobs are done.
    static func fence(_ semaphore: Semaphore) -> Self
}

/// Work handed to a decoder thread, done in order. Any thread may hand in; one takes out.
package final class JobQueue<Job: Sendable>: Sendable {
    private struct Waiting {
        var jobs: [Job] = []
        var taken = 0
    }

    private let waiting = Mutex(Waiting())
    private let available = Semaphore()

    /// An empty one.
    package init() {}

    package func submit(_ job: Job) {
        waiting.withLock { $0.jobs.append(job) }
        available.signal()
    }

    /// The next job; waits for one.
    package func next() -> Job {
        available.wait()
        return waiting.withLock { waiting in
            defer {
                waiting.taken += 1
                // Also a queue that is never empty lets go of what was done, at no more than the cost of handing it in.
                if waiting.taken * 2 >= waiting.jobs.count {
                    waiting.jobs.removeFirst(waiting.taken)
                    waiting.taken = 0
                }
            }
            return waiting.jobs[waiting.taken]
        }
    }
}

extension JobQueue where Job: FencedJob {
    /// Waits until all that was handed in is done.
    package func settle() {
        let fence = Semaphore()
        submit(.fence(fence))
        fence.wait()
    }
}

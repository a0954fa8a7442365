import Synchronization

/// Jobs of which one says when those before it are done.
package protocol FencedJob: Sendable {
    /// Signals when all earlier jobs are done.
    static func fence(_ semaphore: Semaphore) -> Self
}

/// Jobs for a worker thread, done in order. Any thread may add jobs; one takes them out.
package final class JobQueue<Job: Sendable>: Sendable {
    private struct Waiting {
        var jobs: [Job] = []
        var taken = 0
    }

    private let waiting = Mutex(Waiting())
    private let available = Semaphore()

    /// An empty one.
    package init() {}

    /// Adds a job behind the others; does not wait.
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
                // Frees finished jobs even if the queue is never empty, at amortized constant cost.
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

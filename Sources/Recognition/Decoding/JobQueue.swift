import Synchronization

/// Work handed to a decoder thread, done in order. Any thread may hand in; one takes out.
final class JobQueue<Job: Sendable>: Sendable {
    private struct Waiting {
        var jobs: [Job] = []
        var taken = 0
    }

    private let waiting = Mutex(Waiting())
    private let available = Semaphore()

    func submit(_ job: Job) {
        waiting.withLock { $0.jobs.append(job) }
        available.signal()
    }

    /// The next job; waits for one.
    func next() -> Job {
        available.wait()
        return waiting.withLock { waiting in
            defer {
                waiting.taken += 1
                if waiting.taken == waiting.jobs.count {
                    waiting.jobs.removeAll(keepingCapacity: true)
                    waiting.taken = 0
                }
            }
            return waiting.jobs[waiting.taken]
        }
    }
}

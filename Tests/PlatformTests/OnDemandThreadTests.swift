import Platform
import Synchronization
import Testing

@Suite struct OnDemandThreadTests {
    @Test("Each call is followed by the work, by one thread at a time, and the thread ends afterwards")
    func everyCallCounts() throws {
        struct State {
            var waiting = 0
            var done = 0
            var atOnce = 0
            var most = 0
        }
        let state = Mutex(State())
        let thread = OnDemandThread(name: "test")
        for _ in 0..<5_000 {
            state.withLock { $0.waiting += 1 }
            try thread.run {
                state.withLock { state in
                    state.atOnce += 1
                    state.most = max(state.most, state.atOnce)
                    state.done += state.waiting
                    state.waiting = 0
                }
                state.withLock { $0.atOnce -= 1 }
            }
            #expect(thread.isRunning || state.withLock { $0.waiting } == 0)
        }
        thread.settle(within: .seconds(60))
        #expect(state.withLock { $0.done } == 5_000)
        #expect(state.withLock { $0.most } == 1)
    }

    @Test("A call that comes while the work is done has it done once more, without a second thread")
    func callMeanwhile() throws {
        let rounds = Mutex(0)
        let (isAtWork, mayGoOn) = (Semaphore(), Semaphore())
        let thread = OnDemandThread(name: "test")
        let work: @Sendable () -> Void = {
            rounds.withLock { $0 += 1 }
            isAtWork.signal()
            mayGoOn.wait()
        }
        try thread.run(work)
        isAtWork.wait()
        try thread.run(work)
        try thread.run(work)
        mayGoOn.signal()
        isAtWork.wait()
        mayGoOn.signal()
        thread.settle(within: .seconds(60))
        #expect(rounds.withLock { $0 } == 2, "two calls that come at once are one")
    }

    @Test("All who wait for the end find the work done")
    func settling() throws {
        let isDone = Mutex(false)
        let (isAtWork, mayGoOn) = (Semaphore(), Semaphore())
        let thread = OnDemandThread(name: "test")
        try thread.run {
            isAtWork.signal()
            mayGoOn.wait()
            isDone.withLock { $0 = true }
        }
        isAtWork.wait()
        let found = Mutex<[Bool]>([])
        var waiters: [SystemThread] = []
        for _ in 0..<3 {
            let waiter = try SystemThread(name: "test") {
                thread.settle(within: .seconds(60))
                let isFoundDone = isDone.withLock { $0 }
                found.withLock { $0.append(isFoundDone) }
            }
            waiters.append(waiter)
        }
        mayGoOn.signal()
        for waiter in waiters { waiter.join() }
        #expect(found.withLock { $0 } == [true, true, true])
        #expect(!thread.isRunning)
    }

    @Test("Whoever waits for the end waits no longer than was said")
    func impatience() throws {
        let mayEnd = Semaphore()
        let thread = OnDemandThread(name: "test")
        try thread.run { mayEnd.wait() }
        thread.settle(within: .milliseconds(1))
        #expect(thread.isRunning)
        mayEnd.signal()
        thread.settle(within: .seconds(60))
        #expect(!thread.isRunning)
    }
}

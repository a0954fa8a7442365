// Threads that meet at a lock all the time: right with it, a race without.

import Glibc
import Synchronization

final class Numbers: @unchecked Sendable {
    private let lock = Mutex(())
    private var numbers: [Int] = []

    func add(_ number: Int) {
        #if WITHOUT_LOCK
            append(number)
        #else
            lock.withLock { _ in append(number) }
        #endif
    }

    private func append(_ number: Int) {
        numbers.append(number)
        if numbers.count > 10 { numbers.removeAll() }
    }
}

let numbers = Numbers()
var threads: [pthread_t] = []
for _ in 0..<4 {
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { _ in
            for number in 0..<20_000 { numbers.add(number) }
            return nil
        }, nil)
    threads.append(thread)
}
for thread in threads { pthread_join(thread, nil) }

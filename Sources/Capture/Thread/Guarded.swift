import Glibc

/// A value behind a lock, as `Synchronization.Mutex` is, but one that ThreadSanitizer can follow: Mutex does its waiting
/// inside the Swift runtime, which is not instrumented, so every correct use of it would be reported as a race.
///
/// The lock inherits priority, so that the capture thread never waits behind a thread that does not get to run.
final class Guarded<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: consuming Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setprotocol(&attributes, CInt(PTHREAD_PRIO_INHERIT))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result: ~Copyable, Failure: Error>(
        _ work: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try work(&value)
    }
}

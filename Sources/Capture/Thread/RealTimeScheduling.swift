import Glibc

/// SCHED_FIFO for the calling thread, while it hears.
enum RealTimeScheduling {
    /// Above all ordinary work, below the kernel's interrupt threads (50), which bring the sound.
    static let priority: Int32 = 40

    /// Asks for it; false when this user may not.
    static func enter() -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = priority
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }

    /// Back to ordinary scheduling, for work that takes its time.
    static func leave() {
        var parameters = sched_param()
        pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
    }
}

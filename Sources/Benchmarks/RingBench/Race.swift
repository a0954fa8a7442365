import CMeasure
import Glibc
import Synchronization

/// Two threads, each on a processor of its own, that start together.
///
/// For the few milliseconds of a race both threads go before other programs when the system allows it (SCHED_FIFO),
/// so that a busy machine disturbs the figures less.
struct Race {
    private let processors: (first: Int32, second: Int32)

    init() {
        processors = (measure_processor(0), measure_processor(1))
        guard processors.second >= 0 else { stop("two processors are needed, for a writer and a reader") }
        measure_pin_thread(processors.first)
    }

    struct Result {
        /// From the common start until both were through.
        var nanoseconds: Double
        /// Memory requests of both threads meanwhile.
        var allocations: UInt64
    }

    /// Runs both at once and waits until both are through.
    func run(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) -> Result {
        let course = Course(second, processors.second)
        let argument = Unmanaged.passRetained(course)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                let course = Unmanaged<Course>.fromOpaque(argument!).takeRetainedValue()
                measure_pin_thread(course.processor)
                course.run(course.second)
                return nil
            }, argument.toOpaque())
        guard code == 0 else { stop("no thread: \(String(cString: strerror(code)))") }
        course.run(first)
        pthread_join(thread, nil)
        return Result(
            nanoseconds: Double(course.end.load(ordering: .relaxed) - course.start.load(ordering: .relaxed)),
            allocations: course.allocations.load(ordering: .relaxed))
    }
}

/// What the two threads of a race share.
private final class Course: Sendable {
    let second: @Sendable () -> Void
    let processor: Int32
    let start = Atomic<UInt64>(0)
    let end = Atomic<UInt64>(0)
    let allocations = Atomic<UInt64>(0)
    private let arrived = Atomic(0)
    private let ready = Atomic(0)

    init(_ second: @escaping @Sendable () -> Void, _ processor: Int32) {
        self.second = second
        self.processor = processor
    }

    func run(_ body: () -> Void) {
        // Each is on its processor before either goes before others: a new thread begins on its maker's.
        arrived.add(1, ordering: .acquiringAndReleasing)
        while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
        setPriority(1)
        ready.add(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < 2 { measure_relax() }
        start.max(measure_now(), ordering: .relaxed)
        let before = measure_allocations()
        body()
        allocations.add(measure_allocations() - before, ordering: .relaxed)
        end.max(measure_now(), ordering: .relaxed)
        setPriority(0)
    }

    /// 1 before every ordinary thread, 0 among them; refused without the right to it, which is no harm.
    private func setPriority(_ priority: Int32) {
        var parameter = sched_param()
        parameter.sched_priority = priority
        pthread_setschedparam(pthread_self(), priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameter)
    }
}

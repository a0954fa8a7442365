/// When what must work and does not is tried again. A value; owned by one thread.
struct FaultRetry {
    /// How long after one trial the next one is.
    static let interval = Duration.seconds(2)

    private var due: Duration?

    /// Whether something does not work.
    var isPending: Bool { due != nil }

    /// It failed, again perhaps.
    mutating func schedule(after now: Duration) {
        due = now + Self.interval
    }

    /// It works.
    mutating func cancel() {
        due = nil
    }

    /// Whether it is to be tried now.
    func isDue(at now: Duration) -> Bool {
        due.map { $0 <= now } ?? false
    }
}

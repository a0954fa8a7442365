/// How long to wait before the next attempt: doubling, so that a device that comes back is heard soon and one that is
/// broken costs nothing.
struct BackOff {
    static let first = Duration.milliseconds(100)
    static let longest = Duration.seconds(2)

    private var upcoming = first

    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }
}

/// Keeps what happens again and again from filling a log: the first few of a kind are told, the rest is counted.
///
/// Of each kind ``burst`` are let through. What comes after that is counted, and told together: a minute after the first, then
/// after twice as long each time, up to an hour. A kind that did not happen for an hour is let through again, and after an hour
/// in which nothing was counted the next count is told within a minute. So whatever flaps, and however fast, costs about 30
/// lines a day for all kinds together.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// if repetitions.admits("overdriven", at: now) { write("the microphone is overdriven") }
/// for (kind, count) in repetitions.due(at: now)?.counts ?? [] { write("\(count) × \(kind)") }
/// ```
package struct Repetitions: Sendable {
    /// How many of a kind are let through.
    package static let burst = 3
    /// Counts are told this long after the first one that was counted.
    package static let shortest = Duration.seconds(60)
    /// The longest time between two of these, and the rest after which a kind is new.
    package static let longest = Duration.seconds(3600)
    /// More kinds at a time are taken for one.
    static let mostKinds = 64
    /// What those are called.
    package static let otherKinds = "other messages"

    /// What was not let through.
    package struct Report: Sendable, Equatable {
        /// Since when.
        package var span: Duration
        /// How often there was what, the most frequent first.
        package var counts: [(kind: String, count: Int)]

        package static func == (a: Report, b: Report) -> Bool {
            a.span == b.span && a.counts.map(\.kind) == b.counts.map(\.kind)
                && a.counts.map(\.count) == b.counts.map(\.count)
        }
    }

    private struct Kind {
        var admitted = 0
        var counted = 0
        var newest: Duration
    }

    private var kinds: [String: Kind] = [:]
    /// Since when is counted; nil while nothing is.
    private var since: Duration?
    private var pause = Self.shortest
    private var newestCounted: Duration?

    /// Nothing has happened yet.
    package init() {}

    /// Takes notice of something that happens now; false if it is only counted.
    package mutating func admits(_ name: String, at now: Duration) -> Bool {
        var name = name
        if kinds[name] == nil, kinds.count >= Self.mostKinds {
            kinds = kinds.filter { $0.value.counted > 0 || now - $0.value.newest < Self.longest }
            if kinds.count >= Self.mostKinds { name = Self.otherKinds }
        }
        var kind = kinds[name] ?? Kind(newest: now)
        if now - kind.newest >= Self.longest { kind.admitted = 0 }
        kind.newest = now
        let isAdmitted = kind.admitted < Self.burst
        if isAdmitted {
            kind.admitted += 1
        } else {
            kind.counted += 1
            if let newestCounted, now - newestCounted >= Self.longest { pause = Self.shortest }
            newestCounted = now
            if since == nil { since = now }
        }
        kinds[name] = kind
        return isAdmitted
    }

    /// What was counted, if it is time to tell; it is counted anew from then on.
    package mutating func due(at now: Duration) -> Report? {
        guard let since, now - since >= pause else { return nil }
        pause = min(pause * 2, Self.longest)
        return take(at: now)
    }

    /// What was counted and has not been told, whatever the time; nil if there is nothing.
    package mutating func take(at now: Duration) -> Report? {
        guard let since else { return nil }
        self.since = nil
        var counts: [(kind: String, count: Int)] = []
        for (name, kind) in kinds where kind.counted > 0 {
            counts.append((name, kind.counted))
            kinds[name]?.counted = 0
        }
        return Report(span: now - since, counts: counts.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) })
    }
}

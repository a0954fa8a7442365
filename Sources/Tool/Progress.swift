import Platform

/// How far long work has come, and how long it will yet take: one line of a terminal, which is rewritten; nothing elsewhere.
///
/// It shows what takes longer than half a second; shorter work would flicker. Owned by one thread.
final class Progress {
    private let label: String
    private let clock: any TimeSource
    private let start: Duration
    private var newest: Duration

    /// - Parameter label: What is being worked on, such as a file's name.
    init(_ label: String, clock: any TimeSource = MonotonicClock()) {
        self.label = label
        self.clock = clock
        start = clock.now
        newest = start
    }

    /// Shows the share that is done, 0 to 1; at most some times a second, so it may be called as often as one likes.
    func show(_ share: Double) {
        guard Terminal.showsProgress else { return }
        let now = clock.now
        guard now - newest >= .milliseconds(200), now - start >= .milliseconds(500) else { return }
        newest = now
        Terminal.progress(Self.line(share, label, after: now - start, columns: Terminal.columns))
    }

    /// Takes the line away, before anything else is written.
    func clear() { Terminal.clearProgress() }

    /// Fits into the columns, the last of which stays free: some terminals begin a new line there.
    static func line(_ share: Double, _ label: String, after elapsed: Duration, columns: Int) -> String {
        let bar = String.bar(share, full: "█", empty: "░", columns: columns)
        // The first moments tell nothing: models are being loaded.
        let left =
            elapsed >= .seconds(2) && share > 0.01
            ? ", \((elapsed.seconds * (1 - share) / share).timeText) left" : ""
        let figures = "\(bar) \(Int(share * 100)) %\(left)"
        return figures + label.clipped(to: columns - figures.count - 3, after: "  ")
    }
}

extension Double {
    /// Seconds as one says them: `40 s`, `3 min`, `1 h 20 min`.
    fileprivate var timeText: String {
        let seconds = Int(rounded())
        if seconds < 90 { return "\(seconds) s" }
        let minutes = (seconds + 30) / 60
        return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

import Appliance
import Capture
import Platform
import Synchronization

/// The last line of a terminal while the appliance listens: how loud it is, for how long it has listened, and the words so
/// far. It is rewritten in place; what happens scrolls above it.
///
/// Owned by the thread that runs the appliance, but for ``level``.
final class LiveLine {
    /// How loud it is, measured while others listen.
    let level: SoundLevel
    private let clock = MonotonicClock()
    private var heard = Duration.zero
    private var words = ""
    private var newest = Duration.zero

    /// Nil where nobody would see it: it needs a terminal for what happens and for the line itself.
    init?(_ level: SoundLevel = SoundLevel()) {
        guard Terminal.isWatched, Terminal.showsProgress else { return nil }
        self.level = level
    }

    /// Takes the words so far; true for an event that stands in this line and needs none of its own.
    func takes(_ event: ApplianceEvent) -> Bool {
        switch event.kind {
        case .partial(let text):
            words = text
            show()
            return true
        case .final, .rejected, .state(.idle):
            words = ""
            return false
        default: return false
        }
    }

    /// Shows the level, some times a second at most.
    func show(heard span: Duration) {
        heard = span
        guard clock.now - newest >= .milliseconds(200) else { return }
        show()
    }

    private func show() {
        newest = clock.now
        let columns = Terminal.columns
        Terminal.progress(Self.line(level.share, heard, words, columns: columns))
    }

    /// Fits into the columns but the last: the newest words are the ones to see.
    static func line(_ share: Double, _ heard: Duration, _ words: String, columns: Int) -> String {
        let bar = String.bar(share, full: "#", empty: ".", columns: columns)
        let figures = "\(bar)  \(heard.seconds.shortText) s"
        return figures + (words.isEmpty ? "" : words.clipped(to: columns - figures.count - 3, after: "  "))
    }
}

/// How loud it is: measured by one thread, asked for by others.
final class SoundLevel: Sendable {
    private struct State {
        var now = LevelMeter()
        /// Of the loudest block since the last reset.
        var loudest = -Double.infinity
    }

    private let state = Mutex(State())

    func measure(_ samples: UnsafeBufferPointer<Int16>) {
        state.withLock { state in
            state.now.reset()
            state.now.measure(samples)
            state.loudest = max(state.loudest, state.now.peak)
        }
    }

    func reset() { state.withLock { $0.loudest = -.infinity } }

    /// In dBFS.
    var loudest: Double { state.withLock { $0.loudest } }

    /// Of the 60 dB below full scale, the share that the newest block fills, 0 to 1.
    var share: Double { (max(-60, state.withLock { $0.now.peak }) + 60) / 60 }
}

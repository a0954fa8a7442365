import Glibc
import Synchronization

/// The running log: one line a message on standard error, which systemd files with its priority.
///
/// Any thread may log, and none waits for the reader: a thread of the log's own writes the lines, which are flushed when
/// the process ends by exit(3). If the reader stalls for long, lines are lost and counted. A message below `Log.level` is not
/// even put together.
///
/// ```swift
/// Log.warning("the microphone is muted; unmute it with 'alsamixer'", from: "capture")
/// ```
package enum Log {
    /// How severe a message is; the raw value is syslog's priority, so a lower one is more severe.
    ///
    /// ```swift
    /// Log.level = .debug
    /// ```
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        /// Something that must work does not.
        case error = 3
        /// Something is not as it should be, and what to do; the program continues.
        case warning = 4
        /// Something that a person should know, and that happens in good order.
        case notice = 5
        /// What the program does, step by step.
        case info = 6
        /// What helps to find a mistake in the program.
        case debug = 7

        /// Whether `a` is graver than `b`.
        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// The least severe level that is written; `.notice` until set. Any thread may set it, for all.
    package static var level: Level {
        get { Level(rawValue: threshold.load(ordering: .relaxed)) ?? .notice }
        set { threshold.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Writes that something that must work does not.
    ///
    /// - Parameters:
    ///   - message: One line: what is wrong, and what to do. Not evaluated below `Log.level`.
    ///   - area: The part of the program it is about; the line begins with it.
    package static func error(_ message: @autoclosure () -> String, from area: StaticString) {
        write(.error, message, area)
    }

    /// Writes that something is not as it should be; parameters as for ``error(_:from:)``.
    package static func warning(_ message: @autoclosure () -> String, from area: StaticString) {
        write(.warning, message, area)
    }

    /// Writes what a person should know; parameters as for ``error(_:from:)``.
    package static func notice(_ message: @autoclosure () -> String, from area: StaticString) {
        write(.notice, message, area)
    }

    /// Writes what is being done; parameters as for ``error(_:from:)``.
    package static func info(_ message: @autoclosure () -> String, from area: StaticString) {
        write(.info, message, area)
    }

    /// Writes what helps to find a mistake; parameters as for ``error(_:from:)``.
    package static func debug(_ message: @autoclosure () -> String, from area: StaticString) {
        write(.debug, message, area)
    }

    /// Sends what would be written to `sink` instead of standard error; nil restores it. For tests.
    ///
    /// - Parameter sink: Called with the level and `area: message`, on the thread that logs, which waits for it; several
    ///   threads may call it at once.
    package static func redirect(to sink: (@Sendable (Level, String) -> Void)?) {
        self.sink.withLock { $0 = sink }
    }

    private static let threshold = Atomic(Level.notice.rawValue)
    private static let sink = Mutex<(@Sendable (Level, String) -> Void)?>(nil)

    /// Whether standard error is systemd's journal, which reads a `<priority>` prefix.
    private static let isJournal = Journal.reads(STDERR_FILENO)
    /// The journal itself, where it can be reached: it then has the area as a field.
    private static let journal = isJournal ? Journal() : nil

    private static func write(_ level: Level, _ message: () -> String, _ area: StaticString) {
        guard level.rawValue <= threshold.load(ordering: .relaxed) else { return }
        let line = "\(area): \(message())"
        if let sink = sink.withLock({ $0 }) {
            sink(level, line)
            return
        }
        if let journal {
            journal.send(line, level: level, fields: ["EARSHOT_AREA": "\(area)"])
            return
        }
        write(prefix(level) + line)
    }

    private static func prefix(_ level: Level) -> String {
        isJournal ? "<\(level.rawValue)>" : level <= .warning ? "\(level): " : ""
    }

    // MARK: - Standard error

    /// Writes a line that is for a person, without a level; in its turn among the messages, and without waiting.
    package static func write(_ line: String) {
        errors.write(line) { "\(prefix(.warning))log: lines missing here, as nobody read on: \($0)" }
    }

    /// Waits until everything is written, but a second at most.
    package static func flush() {
        _ = errors.finish(within: .seconds(1))
    }

    private static let errors: LineWriter = {
        atexit { Log.flush() }
        return LineWriter(STDERR_FILENO)
    }()
}

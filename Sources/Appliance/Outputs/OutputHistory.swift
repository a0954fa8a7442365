import EventSocket
import GPIO
import Glibc
import Platform
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// When outputs were switched last, kept over restarts and reboots: what rests for a day after it was on rests for that day, and
/// not for another one from each start of the program.
///
/// While the program runs only of outputs whose rules look back (`min_dwell`, `cooldown`), as a card wears by what is written; at an
/// orderly end of all, since the next start may bring such a rule. By their lines: one that gets another name is the
/// same one, and so is one whose line is written in another way that the board's profile knows. The file is written by
/// a thread of its own. One that cannot be written is a warning, once, and is emptied, so that what was before the next
/// start is then unknown instead of out of date. Where a new start of the machine brings back an old file, or none, it counts until
/// then only. Any thread may use it.
package final class OutputHistory: Sendable {
    /// What is known of an output's line from before the start.
    enum Past: Sendable, Hashable {
        /// Nothing: it may have been on until a moment ago.
        case unknown
        /// It was never switched.
        case never
        /// It was on when the program, or the machine, ended unexpectedly.
        case on
        /// It has been off for so long.
        case off(Duration)
    }

    private struct Entry: Codable {
        var on: Bool
        var since: MachineTime
    }

    private struct State {
        /// What the file has.
        var written: [String: Entry]
        /// Of outputs whose rules do not look back, since the start.
        var unwritten: [String: Entry] = [:]
        /// Whether it was told that a new start of the machine is the end of what is written.
        var hasWarned = false
    }

    private let profile: BoardProfile
    private let file: BackgroundFile
    private let state: Mutex<State>
    /// Whether what has no entry was never switched.
    private let isComplete: Bool
    /// Whether what is written is gone after a new start of the machine.
    private let isVolatile: Bool
    private let now: @Sendable () -> MachineTime

    /// Reads what is kept.
    ///
    /// - Parameters:
    ///   - path: the file, which need not exist yet.
    ///   - profile: knows which names are of one line.
    ///   - isVolatile: whether what is written is gone after a new start of the machine.
    ///   - now: tells the moment.
    package init(
        at path: String, profile: BoardProfile = .bare, isVolatile: Bool = false,
        now: @escaping @Sendable () -> MachineTime = { .now }
    ) {
        let kept = SystemFiles.bytes(of: path, atMost: Self.largestFile)
        let known = kept.flatMap { try? JSONDecoder().decode([String: Entry].self, from: Data($0)) }
        let isFirst = !SystemFiles.exists(path)
        self.now = now
        self.profile = profile
        self.isVolatile = isVolatile
        file = BackgroundFile(path) { failure in
            truncate(failure.path, 0)
            Log.warning(
                "when outputs were switched cannot be kept in '\(failure.path)' (\(failure.reason)); make room there, or make "
                    + "it writable: until then 'cooldown' and 'min_dwell' may not hold over a restart",
                from: "outputs")
        }
        if isFirst {
            file.write("{}\n")
            file.settle(within: .seconds(1))
        }
        // What could not be written lately says nothing of what was switched since.
        isComplete = (isFirst || known != nil) && access(path, W_OK) == 0
        if !isComplete, !isFirst {
            Log.warning(
                "'\(path)' does not hold what it should, or cannot be written; when outputs were switched last is "
                    + "unknown, and counted from now",
                from: "outputs")
        }
        // Written by whatever name a line had. If it had two, what was on may not have gone off.
        let named = (isComplete ? known ?? [:] : [:]).map { name, entry in
            ((try? LineName(parsing: name)).map { "\(profile.canonicalName(of: $0))" } ?? name, entry)
        }
        state = Mutex(State(written: Dictionary(named) { $0.on ? $0 : $1 }))
    }

    /// That of this machine's own pins; nil where there is no folder for it (``StateFolder``).
    static func ofThisMachine(_ profile: BoardProfile) -> OutputHistory? {
        StateFolder.path.map { folder in
            OutputHistory(
                at: folder + "/outputs.json", profile: profile, isVolatile: FileSystem(of: folder).isVolatile)
        }
    }

    /// An output takes some hundred bytes, and a board has some hundred lines.
    private static let largestFile = 64 * 1024

    /// What was before an output's line was taken.
    func past(of output: OutputOptions) -> Past {
        let key = self.key(of: output)
        let now = self.now()
        let entry = state.withLock { $0.written[key] ?? $0.unwritten[key] }
        if isVolatile, entry.map({ !$0.since.isOfSameStart(as: now) }) ?? true {
            if output.rest > .zero { warnOfVolatility() }
            return .unknown
        }
        guard let entry else { return isComplete ? .never : .unknown }
        return entry.on ? .on : now.since(entry.since).map(Past.off) ?? .unknown
    }

    private func warnOfVolatility() {
        let isNews = state.withLock { state in
            defer { state.hasWarned = true }
            return !state.hasWarned
        }
        guard isNews else { return }
        Log.warning(
            "'\(file.path)' is gone after each new start of the machine (it is in memory, or on an overlay), so that outputs "
                + "with 'cooldown' or 'min_dwell' rest as if they had been on until then; mount a partition of a disk at its folder",
            from: "outputs")
    }

    /// An output has been switched.
    func note(_ output: OutputOptions, isOn: Bool) {
        let (now, key) = (self.now(), self.key(of: output))
        let entry = Entry(on: isOn, since: now)
        let isNews = state.withLock { state in
            // A line may have had another output before, whose end is out of date now, there and here.
            let isOutdated = state.written.removeValue(forKey: key) != nil
            state.unwritten[key] = nil
            if output.rest > .zero { state.written[key] = entry } else { state.unwritten[key] = entry }
            return isOutdated || output.rest > .zero
        }
        if isNews { write(at: now) }
    }

    /// Has times written again where the machine's clock was set since they were: after its next start they count by what the clock
    /// said.
    func followClock() {
        let now = self.now()
        let isOutdated = state.withLock { state in
            state.written.values.contains { entry in
                let rebased = entry.since.rebased(to: now)
                return abs(rebased.clock - entry.since.clock) > 1
                    || rebased.isClockSet != entry.since.isClockSet
            }
        }
        if isOutdated { write(at: now) }
    }

    /// The rules of an output have changed: they may look back now.
    func adopt(_ output: OutputOptions) {
        let key = self.key(of: output)
        guard output.rest > .zero else { return }
        let isNews = state.withLock { state in
            guard let entry = state.unwritten.removeValue(forKey: key) else { return false }
            state.written[key] = entry
            return true
        }
        if isNews { write(at: now()) }
    }

    private func key(of output: OutputOptions) -> String { "\(profile.canonicalName(of: output.line))" }

    /// Has everything written, as far as that takes no longer than `limit`: before the program ends.
    package func settle(within limit: Duration = .seconds(2)) {
        let isEmpty = state.withLock { state in
            state.written.merge(state.unwritten) { $1 }
            state.unwritten = [:]
            return state.written.isEmpty
        }
        if !isEmpty { write(at: now()) }
        file.settle(within: limit)
    }

    /// Times of this start of the machine are written by what its clock says by now: it may have been set since.
    private func write(at now: MachineTime) {
        let entries = state.withLock { state in
            state.written = state.written.mapValues { Entry(on: $0.on, since: $0.since.rebased(to: now)) }
            return state.written
        }
        file.write(jsonLine(entries) + "\n")
    }
}

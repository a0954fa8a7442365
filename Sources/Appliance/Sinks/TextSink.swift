import CLinux
import EventSocket
import Glibc
import Platform
import Synchronization

/// One place where dictated text goes, with a queue and a thread of its own: whatever is wrong there holds up nobody else.
///
/// Text waits in memory, up to a limit, while its destination takes none, which is tried again and again, less and less often.
/// What is wrong is news once, and again when it is well. What finds no room is counted, and news, too. The newest text that is
/// taken back while it still waits goes nowhere.
///
/// Any thread may call.
///
/// ```swift
/// let sink = try TextSink(SinkOptions(.file(path: "/var/lib/earshot/text.txt", rotation: nil)))
/// sink.take(piece)
/// for news in sink.takeNews() { emit(.warning(news)) }
/// sink.end(within: .seconds(2))
/// ```
final class TextSink: Sendable {
    /// How much may wait, and for how long.
    struct Limits: Sendable {
        /// Pieces that wait.
        var capacity = 1000
        /// Until it is tried again after trouble.
        var pauses = Duration.seconds(1) ... .seconds(60)
        /// Text that lies unread for this long is trouble.
        var patience = Duration.seconds(30)
        /// At the end, since the newest text that it has taken.
        var farewell = Duration.seconds(2)
    }

    let options: SinkOptions
    private let limits: Limits
    private let makeDestination: @Sendable () -> any SinkDestination
    private let title: String
    private let clock = MonotonicClock()
    private let event: EventDescriptor
    private let state: Mutex<State>

    /// Begins.
    ///
    /// - Parameters:
    ///   - options: What is written where.
    ///   - predecessors: How many sinks leave to this one what they cannot write any more; nothing is written before.
    ///   - limits: How much may wait.
    ///   - destination: Made on the sink's thread; nil is what the options say.
    /// - Throws: `PlatformError.refused` when the process has no thread or descriptor left.
    init(
        _ options: SinkOptions, after predecessors: Int = 0, limits: Limits = Limits(),
        to destination: (@Sendable () -> any SinkDestination)? = nil
    ) throws(PlatformError) {
        self.options = options
        self.limits = limits
        let makeDestination = destination ?? { options.makeDestination() }
        self.makeDestination = makeDestination
        title = makeDestination().title
        event = try EventDescriptor()
        state = Mutex(State(predecessors: predecessors))
        try SystemThread(name: "earshot-sink", stackSize: 512 << 10) { [self] in work() }.detach()
    }

    /// Hands it a piece; returns at once.
    func take(_ piece: SinkPiece) {
        state.withLock { state in
            if piece.isRetraction, state.withdraw(piece.text) { return }
            if state.isGone || state.isOver || state.waiting.count >= limits.capacity {
                state.lose([piece], title)
            } else {
                state.add(piece)
            }
        }
        event.signal()
    }

    /// Takes over what one before it has left.
    func inherit(_ pieces: [SinkPiece]) {
        state.withLock { state in
            state.waiting = pieces + state.waiting
            state.predecessors -= 1
        }
        event.signal()
    }

    /// Has it end once nothing waits, when it has taken nothing for a while, or when `limit` has passed; returns at once.
    /// Of one that ends already this can only shorten the time.
    ///
    /// - Parameter leave: Called on its thread with what it could not hand over; nil where that is lost.
    func end(within limit: Duration, leaving leave: (@Sendable ([SinkPiece]) -> Void)? = nil) {
        let now = clock.now
        state.withLock { state in
            let end = state.end ?? End(since: now, limit: limit, leave: leave)
            state.end = End(
                since: end.since, limit: min(end.limit, now - end.since + limit), leave: end.leave)
        }
        event.signal()
    }

    /// What it is called in the status, where others have the same public name: the second `program /bin/sh 2`; else nil.
    var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// Whether it has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// What is to be told since this was asked before.
    func takeNews() -> [String] {
        state.withLock { state in
            defer { state.news = [] }
            guard let name = state.name else { return state.news }
            return state.news.map { "\($0) (of several, this is '\(name)')" }
        }
    }

    /// How it is.
    var status: ApplianceStatus.SinkStatus {
        state.withLock {
            ApplianceStatus.SinkStatus(
                name: $0.name ?? options.publicName, problem: $0.trouble,
                waiting: $0.waiting.count + $0.unread, written: $0.written, lost: $0.lost)
        }
    }

    // MARK: - The thread

    private func work() {
        var destination = makeDestination()
        var course = Course(backOff: BackOff(limits.pauses))
        while true {
            event.drain()
            let now = clock.now
            if let retryAt = course.retryAt, retryAt <= now { course.retryAt = nil }
            let (piece, end, isHeld, isGone) = state.withLock { state in
                let isHeld = state.predecessors > 0
                // What waits is tried once more before it is given up.
                if state.end != nil, !isHeld, !course.isLast {
                    course.isLast = true
                    course.retryAt = nil
                }
                state.isTaking = !isHeld && course.retryAt == nil && !state.waiting.isEmpty
                return (state.waiting.first, state.end, isHeld, state.isGone)
            }
            if isHeld || course.isHeld { course.freeSince = now }
            course.isHeld = isHeld
            let deadline = isHeld ? nil : end.map { course.deadline($0, limits) }
            if let deadline, deadline <= now || piece == nil { break }
            if !isHeld, !isGone, course.retryAt == nil {
                guard !proceed(&destination, piece, &course, at: now) else { continue }
            }
            wait(for: destination, course, until: deadline)
        }
        finish(&destination)
    }

    /// Looks after the destination, and hands it a piece; true if there may be another one for it at once.
    private func proceed(
        _ destination: inout any SinkDestination, _ piece: SinkPiece?, _ course: inout Course,
        at now: Duration
    ) -> Bool {
        var isDone = false
        do throws(SinkTrouble) {
            try destination.attend(at: now)
            if let piece {
                switch try destination.put(piece) {
                case .done: isDone = true
                case .remarked(let remark):
                    isDone = true
                    state.withLock { $0.news.append("\(title) \(remark)") }
                case .waiting: break
                }
            }
        } catch {
            fail(error)
            course.waitsSince = nil
            course.retryAt = now + course.backOff.next()
            return false
        }
        if isDone { course.doneAt = now }
        course.waitsSince = piece == nil || isDone ? nil : course.waitsSince ?? now
        let since = [course.waitsSince, destination.unreadSince].earliest
        let isStuck = since.map { now - $0 >= limits.patience } ?? false
        if isStuck { note("has read nothing for \(limits.patience.inWords); text for it waits") }
        let isWell = !isStuck && destination.isSteady(at: now)
        if isWell { course.backOff.reset() }
        let unread = destination.unreadTexts
        state.withLock { state in
            if isDone {
                state.waiting.removeFirst()
                state.isTaking = false
                if piece?.isRetraction == false { state.handedOver += 1 }
            }
            state.unread = unread
            if isWell { state.recover(title, hasRoom: state.waiting.count <= limits.capacity / 2) }
        }
        return isDone
    }

    private func fail(_ trouble: SinkTrouble) {
        note(trouble.reason)
        state.withLock { state in
            state.isTaking = false
            state.takeBack(trouble.givenBack)
            guard trouble.isFinal else { return }
            state.isGone = true
            state.lose(state.waiting, title)
            state.waiting = []
        }
    }

    /// Tells of trouble, unless there was some already.
    private func note(_ reason: String) {
        state.withLock { state in
            if state.trouble == nil { state.news.append("\(title) \(reason)") }
            state.trouble = reason
        }
    }

    private func wait(for destination: any SinkDestination, _ course: Course, until deadline: Duration?) {
        let isWorking = course.retryAt == nil
        var moments = [course.retryAt, deadline].compactMap { $0 }
        if isWorking, let patience = destination.patience { moments.append(clock.now + patience) }
        // Trouble is over at some moment of its own, and a reader stands still without a sign.
        if isWorking, course.waitsSince != nil || state.withLock({ $0.trouble != nil }) {
            moments.append(clock.now + .milliseconds(500))
        }
        var items = [
            pollfd(fd: event.descriptor, events: Int16(POLLIN), revents: 0),
            isWorking
                ? destination.interest(isTaking: course.waitsSince != nil)
                : pollfd(fd: -1, events: 0, revents: 0),
        ]
        let limit = moments.min().map { max(.zero, $0 - clock.now).nanoseconds } ?? -1
        _ = clinux_poll(&items, UInt(items.count), limit)
    }

    private func finish(_ destination: inout any SinkDestination) {
        let unread = destination.close()
        let (leave, left) = state.withLock { state in
            state.takeBack(unread)
            let left = state.waiting
            state.waiting = []
            if state.end?.leave == nil { state.leaveBehind(left, title) }
            state.isOver = true
            return (state.end?.leave, left)
        }
        leave?(left)
    }
}

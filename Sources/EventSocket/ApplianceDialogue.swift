/// A program's side of the talk with its appliance: what is wished for is asked one after the other, each reply is waited for, and
/// an appliance that gives none counts as gone. It neither waits nor connects; whoever has the connection hands in what comes
/// through it, and takes out what is to go.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// dialogue.wishes.append(.mute)
/// if let request = dialogue.nextRequest(at: now) { connection.send(request) }
/// if let wish = dialogue.conclude(answer) { print("\(wish) is done") }
/// if dialogue.isOverdue(at: now) { print(connection.giveUp()) }
/// ```
package struct ApplianceDialogue<Wish: ApplianceWish>: Sendable {
    /// How long an appliance may take for a reply, or for its first line; after that it counts as gone.
    package static var patience: Duration { .seconds(10) }

    /// How the appliance is; nil while there is none.
    package var status: ApplianceStatus?
    /// What is to be asked for, the next one first.
    package var wishes: [Wish] = []
    /// When its status is too old.
    package var statusDue = Duration.zero

    private let interval: Duration
    /// What is being asked for, and since when.
    private var asked: (wish: Wish, at: Duration)?
    private var requests = 0
    /// Since when its first line is waited for.
    private var greetingAwaited: Duration?

    /// - Parameter interval: how old a status may become.
    package init(askingEvery interval: Duration) { self.interval = interval }

    /// What has no reply yet: what is being asked for, and what waits for its turn.
    package var unanswered: [Wish] { [asked?.wish].compactMap { $0 } + wishes }

    /// Whether it is time to ask how it is, and no reply is waited for.
    package func isStatusDue(at now: Duration) -> Bool { isFree && now >= statusDue }

    /// Whether a reply is overdue, or the first line.
    package func isOverdue(at now: Duration) -> Bool { nextDeadline.map { now > $0 } ?? false }

    /// Until when the reply that is waited for may take, or the first line; nil if neither is.
    package var nextDeadline: Duration? { (asked?.at ?? greetingAwaited).map { $0 + Self.patience } }

    /// Whether something can be asked now.
    private var isFree: Bool { status != nil && asked == nil }
}

/// Something that a program would have of its appliance.
package protocol ApplianceWish: Sendable {
    /// What is asked for it.
    var action: SocketRequest.Action { get }
}

// MARK: - What is said

extension ApplianceDialogue {
    /// The connection is there; the first line says how the appliance is.
    package mutating func begin(at now: Duration) { greetingAwaited = now }

    /// It has said how it is.
    package mutating func adopt(_ status: ApplianceStatus, at now: Duration) {
        self.status = status
        greetingAwaited = nil
        statusDue = now + interval
    }

    /// What to ask now; nil when nothing is, or a reply is waited for.
    package mutating func nextRequest(at now: Duration) -> SocketRequest? {
        guard isFree, !wishes.isEmpty else { return nil }
        let wish = wishes.removeFirst()
        if wish.action == .status { statusDue = now + interval }
        requests += 1
        asked = (wish, now)
        return SocketRequest(wish.action, id: .number(requests))
    }

    /// It has replied.
    ///
    /// - Returns: the wish to which that is the reply; nil for one to nothing.
    package mutating func conclude(_ answer: SocketAnswer) -> Wish? {
        guard let wish = asked?.wish, answer.id == .number(requests) else { return nil }
        asked = nil
        return wish
    }

    /// The connection has ended.
    ///
    /// - Returns: the wishes that get no reply.
    @discardableResult
    package mutating func end() -> [Wish] {
        defer {
            status = nil
            greetingAwaited = nil
            asked = nil
            wishes = []
        }
        return unanswered
    }
}

/// What is to be told to a broker, whether it is there or not, in bounded memory.
///
/// States are kept by topic, the newest of each, and all are told again once the broker is back. Events are told in their
/// order, and only while they are news: after ``patience`` nobody wants a light to go on, so what could not be told by then
/// is dropped and counted.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// outbox.keep("ON", at: "earshot/workshop/output/lamp")
/// while let message = outbox.next(at: now) { publish(message) }
/// ```
package struct Outbox: Sendable {
    /// What is published.
    package struct Message: Sendable, Hashable {
        package var topic: String
        package var payload: String
        /// Whether the broker keeps it for whoever subscribes later.
        package var isRetained: Bool
        /// When an event happened; nil for a state.
        var happenedAt: Duration?
    }

    /// Events that wait.
    package static let mostEvents = 100
    /// How long an event is news.
    package static let patience = Duration.seconds(10)

    /// The topics that have a state, in the order in which they got it, and the states.
    private var order: [String] = []
    private var states: [String: String] = [:]
    /// States that were not told yet, in order.
    private var pending: [Message] = []
    private var events: [Message] = []
    private var dropped = 0

    package init() {}

    /// Whether something waits.
    package var isEmpty: Bool { pending.isEmpty && events.isEmpty }

    /// The state of a topic from now on, retained. One that is known already is not told again.
    ///
    /// - Parameter first: what the topic has to say once before.
    package mutating func keep(_ payload: String, at topic: String, after first: String? = nil) {
        guard first != nil || states[topic] != payload else { return }
        if states.updateValue(payload, forKey: topic) == nil { order.append(topic) }
        pending.removeAll { $0.topic == topic }
        pending += ([first].compactMap { $0 } + [payload]).map {
            Message(topic: topic, payload: $0, isRetained: true)
        }
    }

    /// The topic has no state any more: the broker forgets it.
    package mutating func clear(_ topic: String) {
        states[topic] = nil
        order.removeAll { $0 == topic }
        pending.removeAll { $0.topic == topic }
        pending.append(Message(topic: topic, payload: "", isRetained: true))
    }

    /// Something that happens at this moment.
    package mutating func tell(_ payload: String, at topic: String, now: Duration) {
        events.append(Message(topic: topic, payload: payload, isRetained: false, happenedAt: now))
        if events.count > Self.mostEvents {
            events.removeFirst()
            dropped += 1
        }
    }

    /// All states are to be told again, as whoever knew them may have forgotten.
    package mutating func tellAgain() {
        let cleared = pending.filter { states[$0.topic] == nil }
        pending = order.map { Message(topic: $0, payload: states[$0] ?? "", isRetained: true) } + cleared
    }

    /// What is to be told next, which is then taken for told; states before events.
    package mutating func next(at now: Duration) -> Message? {
        while let happenedAt = events.first?.happenedAt, now - happenedAt > Self.patience {
            events.removeFirst()
            dropped += 1
        }
        if !pending.isEmpty { return pending.removeFirst() }
        return events.isEmpty ? nil : events.removeFirst()
    }

    /// A message that was taken could not be handed over: an event is dropped, a state is told again once the broker is back.
    package mutating func lose(_ message: Message) {
        if !message.isRetained { dropped += 1 }
    }

    /// Messages that were handed over, of which the broker has not said that it has them, when the connection is lost: events are
    /// told again while they are news, though the broker may have had them, and so is that a topic has no state. States are anyway.
    package mutating func giveBack(_ messages: [Message]) {
        events = messages.filter { $0.happenedAt != nil } + events
        pending += messages.filter { message in
            message.payload.isEmpty && states[message.topic] == nil
                && !pending.contains { $0.topic == message.topic }
        }
    }

    /// How many events were dropped since this was asked before.
    package mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}

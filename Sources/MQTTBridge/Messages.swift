import EventSocket

/// A command that was understood: an event's payload has `event_type`, and whatever else is its attributes.
struct CommandMessage: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type = "event_type"
        case score, slots, text, origin
    }

    var type = Component.understood
    /// The probability that it is right.
    var score: Double?
    /// What brought it about, if nobody said it.
    var origin: String?
    /// What was said, and what of it the command goes by.
    var text: String?
    var slots: [String: JSONValue]?

    /// - Parameter hasWords: whether what was said is told.
    init(_ event: SocketEvent, withWords hasWords: Bool) {
        score = event.score
        origin = event.origin
        guard hasWords else { return }
        text = event.text.flatMap { $0.isEmpty ? nil : $0 }
        slots = event.slots
    }

    var json: String { jsonLine(self) }
}

/// Whether something is wrong with the microphone, and what.
struct MicrophoneMessage: Encodable {
    var problem: Bool
    var reason: String
    var source: String

    init(_ microphone: ApplianceStatus.Microphone) {
        problem = !microphone.available || microphone.problem != nil
        reason = microphone.reason ?? microphone.problem ?? ""
        source = microphone.source
    }

    var json: String { jsonLine(self) }
}

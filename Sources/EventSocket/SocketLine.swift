import FoundationEssentials

/// A line that an appliance's socket tells a program.
///
/// ```swift
/// switch try client.nextLine().flatMap(SocketLine.init) {
/// case .event(let event) where event.event == "output": show(event.name, event.isOn)
/// default: break
/// }
/// ```
package enum SocketLine: Sendable {
    /// How it is: the first line.
    case status(ApplianceStatus)
    /// Something has happened.
    case event(SocketEvent)
    /// The answer to a request, or the goodbye to a program that is let go.
    case reply(SocketAnswer)

    /// Reads a line; nil for one that later versions may add.
    package init?(_ line: String) {
        let data = Data(line.utf8)
        let decoder = JSONDecoder()
        if let greeting = try? decoder.decode(Greeting.self, from: data), greeting.event == "status" {
            self = .status(greeting.status)
        } else if let event = try? decoder.decode(SocketEvent.self, from: data) {
            self = .event(event)
        } else if let answer = SocketAnswer(line) {
            self = .reply(answer)
        } else {
            return nil
        }
    }

    private struct Greeting: Decodable {
        var event: String
        var status: ApplianceStatus
    }
}

/// What happened in an appliance, as far as bridges pass it on: some of the keys of an event's JSON, each nil where the
/// event has none of that name.
package struct SocketEvent: Sendable, Decodable {
    private enum CodingKeys: String, CodingKey {
        case event, name, state, isOn = "on", available, source, reason, problem, slots, score, text, more,
            origin
    }

    /// What kind: `state`, `output`, `command`, …
    package var event: String
    package var name: String?
    package var state: String?
    package var isOn: Bool?
    package var available: Bool?
    package var source: String?
    package var reason: String?
    package var problem: String?
    package var slots: [String: JSONValue]?
    package var score: Double?
    package var text: String?
    /// Of a `final` event: whether the utterance goes on.
    package var more: Bool?
    package var origin: String?
}

/// A reply to a request.
package struct SocketAnswer: Sendable {
    private struct Form: Decodable {
        var ok: Bool
        var id: SocketRequest.Identifier?
        var error: String?
        var status: ApplianceStatus?
    }

    /// As it came.
    package let line: String
    /// What the request was called.
    package let id: SocketRequest.Identifier?
    /// Why nothing was done; nil if it was.
    package let refusal: String?
    package let status: ApplianceStatus?

    /// Nil for a line that is no reply.
    package init?(_ line: String) {
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(line.utf8)) else { return nil }
        self.line = line
        id = form.id
        refusal = form.ok ? nil : form.error ?? "refused"
        status = form.status
    }
}

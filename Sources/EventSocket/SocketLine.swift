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
    /// The answer to a request.
    case reply(SocketAnswer)

    /// Reads a line; nil for one that later versions may add.
    package init?(_ line: String) {
        switch try? JSONDecoder().decode(Form.self, from: Data(line.utf8)) {
        case .status(let status)?: self = .status(status)
        case .event(var event)?:
            event.line = line
            self = .event(event)
        case .reply(let reply)?: self = .reply(SocketAnswer(reply, line))
        case nil: return nil
        }
    }

    /// What the one look at the JSON comes to.
    private enum Form: Decodable {
        private struct Greeting: Decodable { var status: ApplianceStatus }

        case status(ApplianceStatus)
        case event(SocketEvent)
        case reply(SocketAnswer.Form)

        init(from decoder: any Decoder) throws {
            guard let event = try? SocketEvent(from: decoder) else {
                self = .reply(try SocketAnswer.Form(from: decoder))
                return
            }
            let greeting = event.event == "status" ? try? Greeting(from: decoder) : nil
            self = greeting.map { .status($0.status) } ?? .event(event)
        }
    }
}

/// What happened in an appliance, as far as bridges pass it on: some of the keys of an event's JSON, each nil where the
/// event has none of that name.
package struct SocketEvent: Sendable, Decodable {
    private enum CodingKeys: String, CodingKey {
        case event, name, state, isOn = "on", available, source, reason, nearest, problem, slots, score, text,
            more, origin
    }

    /// As it came.
    package fileprivate(set) var line = ""
    /// What kind: `state`, `output`, `command`, …
    package var event: String
    package var name: String?
    package var state: String?
    package var isOn: Bool?
    package var available: Bool?
    package var source: String?
    package var reason: String?
    /// Of a `rejected` event: the command that the words came nearest to.
    package var nearest: String?
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
    fileprivate struct Form: Decodable {
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

    /// Why the appliance lets this program go: a refusal of nothing that was asked; nil for a reply.
    package var goodbye: String? { id == nil ? refusal : nil }

    /// Nil for a line that is no reply.
    package init?(_ line: String) {
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(line.utf8)) else { return nil }
        self.init(form, line)
    }

    fileprivate init(_ form: Form, _ line: String) {
        self.line = line
        id = form.id
        refusal = form.ok ? nil : form.error ?? "refused"
        status = form.status
    }
}

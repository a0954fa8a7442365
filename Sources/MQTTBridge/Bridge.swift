import EventSocket
import FoundationEssentials
import Platform

/// Between an appliance and a broker: turns what one says into what the other is to be told. It neither waits nor connects;
/// whoever has the connections hands in what comes through them, and takes out what is to go.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// bridge.appliance(said: line, at: now)
/// while let message = bridge.outbox.next(at: now) { broker.publish(message) }
/// if let request = bridge.nextRequest(at: now) { try client.send(request) }
/// ```
package struct Bridge: Sendable {
    /// How long an appliance may take for a reply; after that it counts as gone.
    package static let patience = Duration.seconds(10)

    /// What is to be told to the broker.
    package var outbox = Outbox()

    private let configuration: BridgeConfiguration
    private let version: String
    private let topics: Topics
    private var log = BridgeLog()

    /// How the appliance is; nil while there is none.
    package private(set) var status: ApplianceStatus?
    private var outputs = Keys()
    private var commands = Keys()

    /// What is to be asked for, the newest wish for each output.
    private var wishes: [Wish] = []
    /// What is being asked for, and since when.
    private var asked: (wish: Wish, at: Duration)?
    private var requests = 0
    private var statusDue = Duration.zero

    /// Components that Home Assistant was told of, with platform and topic.
    private var announced: [String: Announced] = [:]

    private enum Wish: Sendable, Hashable {
        case status
        case mute(Bool)
        case output(String, Bool)

        var action: SocketRequest.Action {
            switch self {
            case .status: .status
            case .mute(let isMuted): isMuted ? .mute : .unmute
            case .output(let name, let isOn): .output(name, .set(isOn))
            }
        }

        /// Whether both are about the same, so that the newer one replaces the older.
        func isAboutTheSame(as other: Wish) -> Bool {
            switch (self, other) {
            case (.status, .status), (.mute, .mute): true
            case (.output(let name, _), .output(let other, _)): name == other
            default: false
            }
        }
    }

    private struct Announced: Sendable, Hashable, Decodable {
        private enum CodingKeys: String, CodingKey {
            case platform
            case topic = "state_topic"
        }

        var platform: String
        var topic: String?
    }

    /// - Parameter version: of the program.
    package init(_ configuration: BridgeConfiguration, version: String) {
        self.configuration = configuration
        self.version = version
        topics = Topics(configuration)
        outbox.keep("offline", at: topics.availability)
    }

    /// What the broker says for this program when it is gone.
    package var will: Outbox.Message {
        Outbox.Message(topic: topics.availability, payload: "offline", isRetained: true)
    }

    /// What the broker is asked to pass on.
    package var subscriptions: [String] { topics.subscriptions }
}

// MARK: - The appliance

extension Bridge {
    /// The socket has told something.
    package mutating func appliance(said line: SocketLine, at now: Duration) {
        switch line {
        case .status(let status): adopt(status, at: now)
        case .event(let event): note(event, at: now)
        case .reply(let answer):
            guard let wish = asked?.wish, answer.id == .number(requests) else {
                // A goodbye is a reply to nothing.
                if let refusal = answer.refusal { log.note(.warning, refusal, kind: "goodbye", at: now) }
                return
            }
            asked = nil
            if let refusal = answer.refusal { note(refusal, of: wish, at: now) }
            if let status = answer.status { adopt(status, at: now) }
        }
    }

    /// The connection to the appliance has ended; `reason` says why.
    package mutating func applianceLeft(because reason: String, at now: Duration) {
        log.note(.warning, reason, kind: "no appliance", at: now)
        status = nil
        asked = nil
        wishes = []
        outbox.keep("offline", at: topics.availability)
    }

    /// What to ask the appliance now; nil when nothing is, or a reply is waited for.
    package mutating func nextRequest(at now: Duration) -> SocketRequest? {
        guard status != nil, asked == nil else { return nil }
        if now >= statusDue { wish(.status) }
        guard !wishes.isEmpty else { return nil }
        let wish = wishes.removeFirst()
        if wish == .status { statusDue = now + configuration.interval }
        requests += 1
        asked = (wish, now)
        return SocketRequest(wish.action, id: .number(requests))
    }

    /// Whether a reply is overdue.
    package func isOverdue(at now: Duration) -> Bool {
        asked.map { now - $0.at > Self.patience } ?? false
    }

    /// When there is something to do even if nobody says anything.
    package var nextDeadline: Duration {
        asked.map { $0.at + Self.patience } ?? statusDue
    }

    private mutating func adopt(_ new: ApplianceStatus, at now: Duration) {
        let isNew = status == nil
        status = new
        statusDue = now + configuration.interval
        outputs = Keys(new.outputs.map(\.name))
        commands = Keys(new.commands)
        announce()
        for output in new.outputs { tell(output.isOn, of: output.name) }
        outbox.keep(new.state, at: topics.state)
        tellMute()
        tellMicrophone()
        outbox.keep(jsonLine(new.counters), at: topics.counters)
        outbox.keep("online", at: topics.availability)
        if isNew { Log.notice("the appliance is there (\(new.state))", from: "mqtt") }
    }

    private mutating func note(_ event: SocketEvent, at now: Duration) {
        switch event.event {
        case "state":
            guard let state = event.state else { return }
            status?.state = state
            outbox.keep(state, at: topics.state)
            // By its switch or by request: only the status tells that.
            if state == "muted" || status?.muted == true || state == "fault" { wish(.status) }
            tellMute()
        case "output":
            guard let name = event.name, let index = status?.outputs.firstIndex(where: { $0.name == name })
            else { return }
            status?.outputs[index].isOn = event.isOn
            tell(event.isOn, of: name)
        case "availability":
            status?.microphone = ApplianceStatus.Microphone(
                available: event.available ?? false, source: event.source ?? "",
                reason: event.available == true ? nil : event.reason)
            tellMicrophone()
        case "command":
            guard let name = event.name, let key = commands[name] else { return }
            outbox.tell(
                CommandMessage(event, withWords: configuration.tellsWords).json, at: topics.command(key),
                now: now)
        case "reload" where event.problem == nil: wish(.status)
        default: break
        }
    }

    private mutating func note(_ refusal: String, of wish: Wish, at now: Duration) {
        switch wish {
        case .status: break
        case .mute:
            log.note(.notice, "mute: \(refusal)", kind: "mute refused", at: now)
            tellMute(again: true)
        case .output(let name, _):
            log.note(.notice, "output '\(name)': \(refusal)", kind: "output '\(name)' refused", at: now)
            tell(status?.outputs.first { $0.name == name }?.isOn, of: name, again: true)
        }
    }

    // MARK: - States

    /// - Parameter again: also if it is known, as whoever asked for another shows that one until then.
    private mutating func keep(_ payload: String, at topic: String, again: Bool) {
        outbox.keep(payload, at: topic, after: again ? payload : nil)
    }

    private mutating func tell(_ isOn: Bool?, of output: String, again: Bool = false) {
        guard let key = outputs[output] else { return }
        keep(isOn.map { $0 ? "ON" : "OFF" } ?? "None", at: topics.output(key), again: again)
    }

    private mutating func tellMute(again: Bool = false) {
        guard let status else { return }
        keep(status.muted || status.state == "muted" ? "ON" : "OFF", at: topics.mute, again: again)
    }

    private mutating func tellMicrophone() {
        guard let microphone = status?.microphone else { return }
        outbox.keep(MicrophoneMessage(microphone).json, at: topics.microphone)
    }

    // MARK: - Discovery

    private mutating func announce() {
        guard let topic = topics.configuration, let status else { return }
        let discovery = Discovery(
            status, configuration, outputs: outputs, commands: commands, version: version)
        let gone = announced.filter { discovery.components[$0.key] == nil }
        let used = Set(discovery.components.values.compactMap(\.stateTopic))
        for stale in gone.values.compactMap(\.topic) where topics.isOwn(stale) && !used.contains(stale) {
            outbox.clear(stale)
        }
        outbox.keep(
            discovery.json, at: topic,
            after: gone.isEmpty ? nil : discovery.taking(away: gone.mapValues(\.platform)).json)
        announced = discovery.components.mapValues { Announced(platform: $0.platform, topic: $0.stateTopic) }
    }

    /// What the broker has kept from before is what Home Assistant knows.
    private mutating func remember(_ payload: String) {
        struct Form: Decodable { var components: [String: Announced] }
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(payload.utf8)) else { return }
        announced.merge(form.components) { mine, _ in mine }
        announce()
    }
}

// MARK: - The broker

extension Bridge {
    /// The broker is there: it may know nothing any more.
    package mutating func brokerArrived(at now: Duration) {
        outbox.tellAgain()
        log.note(.notice, "connected to \(configuration.broker.host)", kind: "connected", at: now)
    }

    /// The broker is gone, or was not reached; `reason` says why, and what to do.
    package mutating func brokerLeft(because reason: String, at now: Duration) {
        log.note(.warning, reason, kind: "no broker", at: now)
    }

    /// The broker has passed something on.
    ///
    /// - Parameter isRetained: whether it was said before anybody subscribed.
    package mutating func broker(
        said payload: String, at topic: String, isRetained: Bool, now: Duration
    ) {
        switch topic {
        case topics.configuration: if isRetained { remember(payload) }
        case topics.birth: if payload == "online", !isRetained { outbox.tellAgain() }
        case topics.muteRequest:
            guard let isOn = order(payload, at: topic, isRetained, now) else { return }
            wish(.mute(isOn))
        default:
            guard let key = topics.outputKey(requestedAt: topic),
                let isOn = order(payload, at: topic, isRetained, now)
            else { return }
            guard let name = outputs.name(of: key) else {
                let known = outputs.known.isEmpty ? "none" : outputs.known.joined(separator: ", ")
                return log.note(
                    .notice, "\(topic): there is no such output; there are \(known)", kind: "no such output",
                    at: now)
            }
            wish(.output(name, isOn))
        }
    }

    /// Time has come to `now`.
    package mutating func advance(to now: Duration) {
        log.advance(to: now)
        let dropped = outbox.takeDropped()
        guard dropped > 0 else { return }
        log.note(
            .notice,
            "commands not told, as no broker took them within \(Int(Outbox.patience.seconds)) s: \(dropped)",
            kind: "commands not told", at: now)
    }

    /// What a message asks for; nil for one that moves nothing.
    private mutating func order(
        _ payload: String, at topic: String, _ isRetained: Bool, _ now: Duration
    ) -> Bool? {
        func refuse(_ why: String, _ kind: String) -> Bool? {
            log.note(.notice, "\(topic): \(why)", kind: kind, at: now)
            return nil
        }
        // It was said at some time to whoever comes, and would be done again after each loss of the connection.
        guard !isRetained else {
            return refuse("retained messages move nothing; publish it without 'retain'", "retained")
        }
        guard status != nil else { return refuse("not done, as the appliance is away", "appliance away") }
        switch payload {
        case "ON": return true
        case "OFF": return false
        default: return refuse("expected ON or OFF", "neither ON nor OFF")
        }
    }

    private mutating func wish(_ wish: Wish) {
        wishes.removeAll { $0.isAboutTheSame(as: wish) }
        wishes.append(wish)
    }
}

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
    /// What is to be told to the broker.
    package var outbox = Outbox()

    let configuration: MQTTConfiguration
    let version: String
    let topics: Topics
    var log = BridgeLog(from: "mqtt")

    /// Of the wishes, only the newest for each output waits.
    private var dialogue: ApplianceDialogue<Wish>
    var outputs = Keys()
    var commands = Keys()

    /// Components that Home Assistant was told of, with platform and topic.
    var announced: [String: Announced] = [:]

    enum Wish: ApplianceWish, Hashable {
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

    struct Announced: Sendable, Hashable, Decodable {
        private enum CodingKeys: String, CodingKey {
            case platform
            case topic = "state_topic"
        }

        var platform: String
        var topic: String?
    }

    /// - Parameter version: of the bridge.
    package init(_ configuration: MQTTConfiguration, version: String) {
        self.configuration = configuration
        self.version = version
        topics = Topics(configuration)
        dialogue = ApplianceDialogue(askingEvery: configuration.interval)
        outbox.keep("offline", at: topics.availability)
    }

    /// How the appliance is; nil while there is none.
    package var status: ApplianceStatus? { dialogue.status }

    /// What the broker says for this program when it is gone.
    package var will: Outbox.Message {
        Outbox.Message(topic: topics.availability, payload: "offline", isRetained: true)
    }

    /// What the broker is asked to pass on.
    package var subscriptions: [String] { topics.subscriptions }
}

// MARK: - The appliance

extension Bridge: ApplianceBridge {
    package mutating func applianceArrived(at now: Duration) { dialogue.begin(at: now) }

    package mutating func appliance(said line: SocketLine, at now: Duration) {
        switch line {
        case .status(let status): adopt(status, at: now)
        case .event(let event): note(event, at: now)
        case .reply(let answer):
            guard let wish = dialogue.conclude(answer) else { return }
            if let refusal = answer.refusal {
                note(refusal, of: wish, at: now)
            } else if case .mute = wish {
                // While nothing can be heard anyway, no change of state follows.
                self.wish(.status)
            }
            if let status = answer.status { adopt(status, at: now) }
        }
    }

    package mutating func applianceLeft(because reason: String, at now: Duration) {
        log.note(.warning, reason, kind: "no appliance", at: now)
        dialogue.end()
        outbox.keep("offline", at: topics.availability)
    }

    package mutating func nextRequest(at now: Duration) -> SocketRequest? {
        if dialogue.isStatusDue(at: now) { wish(.status) }
        return dialogue.nextRequest(at: now)
    }

    package func isOverdue(at now: Duration) -> Bool { dialogue.isOverdue(at: now) }

    /// When there is something to do even if nobody says anything.
    package var nextDeadline: Duration { dialogue.nextDeadline ?? dialogue.statusDue }

    /// Asks for it when it is its turn, in place of an older wish about the same.
    mutating func wish(_ wish: Wish) {
        dialogue.wishes.removeAll { $0.isAboutTheSame(as: wish) }
        dialogue.wishes.append(wish)
    }

    private mutating func adopt(_ new: ApplianceStatus, at now: Duration) {
        let isNew = status == nil
        dialogue.adopt(new, at: now)
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
        dialogue.status?.follow(event)
        switch event.event {
        case "state":
            guard let state = event.state else { return }
            outbox.keep(state, at: topics.state)
            // By its switch or by request: only the status tells that.
            let known = event.knownState
            if known == .muted || known == .fault || status?.muted == true { wish(.status) }
            tellMute()
        // Such as of a microphone that gives nothing but silence.
        case "warning": wish(.status)
        case "output":
            if let name = event.name { tell(event.isOn, of: name) }
        case "availability": tellMicrophone()
        case "command":
            guard let name = event.name, let key = commands[name] else { return }
            outbox.tell(
                CommandMessage(event, withWords: configuration.tellsWords).json, at: topics.command(key),
                now: now)
        case "reload" where event.problem == nil: wish(.status)
        default: break
        }
    }

    /// Nothing comes of a wish; whoever had it is told how it is.
    mutating func note(_ refusal: String, of wish: Wish, at now: Duration) {
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
        let isMuted = status.muted || status.knownState == .muted
        keep(isMuted ? "ON" : "OFF", at: topics.mute, again: again)
    }

    private mutating func tellMicrophone() {
        guard let microphone = status?.microphone else { return }
        outbox.keep(MicrophoneMessage(microphone).json, at: topics.microphone)
    }
}

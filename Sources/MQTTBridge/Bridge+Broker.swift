import Platform

/// The broker's side: what its users ask for.
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
            guard configuration.mayMute else {
                return note("not passed on; 'mute: on' in mqtt.yaml allows it", of: .mute(isOn), at: now)
            }
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
}

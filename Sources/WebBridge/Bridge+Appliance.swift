import EventSocket
import Platform

/// The appliance's side: how it is, what happens there, and what it replies.
extension Bridge: ApplianceBridge {
    mutating func applianceArrived(at now: Duration) { dialogue.begin(at: now) }

    mutating func appliance(said line: SocketLine, at now: Duration) {
        switch line {
        case .status(let status): adopt(status, at: now)
        case .event(let event):
            note(event)
            if let line = EventLine(
                event, tellsWords: configuration.tellsWords, isOfCommands: status?.commands.isEmpty == false)
            {
                tell(line)
            }
        case .reply(let answer):
            guard let wish = dialogue.conclude(answer) else { return }
            if let status = answer.status { adopt(status, at: now) }
            conclude(wish, answer.refusal)
        }
    }

    mutating func applianceLeft(because reason: String, at now: Duration) {
        log.note(.warning, reason, kind: "no appliance", at: now)
        let isNews = status != nil || reason != away
        for ticket in dialogue.end().compactMap(\.ticket) {
            outputs.append(.answer(.refused(503, reason), ticket: ticket))
        }
        if isNews { outputs.append(.tell(jsonLine(Away(reason: reason)))) }
        away = reason
        told = ""
        presser = nil
        speaker = nil
        forgetsAt = nil
    }

    mutating func nextRequest(at now: Duration) -> SocketRequest? {
        forgetAbandoned(at: now)
        if dialogue.isStatusDue(at: now), dialogue.wishes.isEmpty, !streams.isEmpty {
            dialogue.wishes.append(Wish(action: .status))
        }
        return dialogue.nextRequest(at: now)
    }

    func isOverdue(at now: Duration) -> Bool { dialogue.isOverdue(at: now) }

    /// When there is something to do even if nobody says anything; nil if never.
    var nextDeadline: Duration? {
        [forgetsAt, dialogue.nextDeadline ?? (streams.isEmpty ? nil : dialogue.statusDue)].earliest
    }

    private mutating func note(_ event: SocketEvent) {
        dialogue.status?.follow(event)
        switch event.event {
        case "state":
            utterance.follow(event.knownState)
            // What was not changed by request, such as by its switch, is in the status alone.
            dialogue.statusDue = .zero
        case "reload", "availability": dialogue.statusDue = .zero
        default: break
        }
    }

    private mutating func conclude(_ wish: Wish, _ refusal: String?) {
        if refusal == nil {
            switch wish.action {
            case .press:
                presser = wish.stream
                speaker = wish.stream
                utterance = status?.knownState == .recording ? .underway : .awaited
                // It went while it pressed.
                if let stream = wish.stream, !streams.contains(stream) { letGo(for: stream) }
            case .release: presser = nil
            default: break
            }
        }
        guard let ticket = wish.ticket else { return }
        if let refusal {
            outputs.append(.answer(.refused(409, refusal), ticket: ticket))
        } else if wish.action == .status, let status {
            outputs.append(.answer(Answer(status: 200, json: statusLine(status)), ticket: ticket))
        } else {
            outputs.append(.answer(.done, ticket: ticket))
        }
    }

    private mutating func adopt(_ new: ApplianceStatus, at now: Duration) {
        if status == nil { Log.notice("the appliance is there (\(new.state))", from: "web") }
        let level = status?.microphone.level
        dialogue.adopt(new, at: now)
        warnOfCommands()
        // What changes all the time has a line of its own.
        var lasting = new
        lasting.counters = ApplianceCounters()
        lasting.microphone.floor = nil
        lasting.microphone.peak = nil
        lasting.microphone.level = nil
        let line = statusLine(lasting)
        if line != told {
            told = line
            outputs.append(.tell(statusLine(new)))
        } else if let newest = new.microphone.level, newest != level {
            outputs.append(.tell(jsonLine(Level(level: newest))))
        }
    }

    /// Whoever has a form wonders where the text is.
    private mutating func warnOfCommands() {
        guard !hasWarnedOfCommands, configuration.tellsWords, !configuration.origins.isEmpty,
            status?.commands.isEmpty == false
        else { return }
        hasWarnedOfCommands = true
        Log.warning(
            "the appliance hears commands; 'recognize: dictation' in its configuration is for forms",
            from: "web")
    }

    func statusLine(_ status: ApplianceStatus) -> String {
        jsonLine(
            PageStatus(
                allows: PageStatus.Permissions(
                    words: configuration.tellsWords && status.allows.words, mute: configuration.mayMute,
                    press: configuration.mayPress,
                    output: configuration.maySwitch && status.allows.output),
                status: status))
    }

    private struct Level: Encodable {
        var event = "level"
        var level: Double
    }

    /// How the appliance is, and what pages may ask of it.
    private struct PageStatus: Encodable {
        struct Permissions: Encodable {
            var words: Bool
            var mute: Bool
            var press: Bool
            var output: Bool
        }

        var event = "status"
        var allows: Permissions
        var status: ApplianceStatus
    }
}

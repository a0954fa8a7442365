import EventSocket

/// The pages' side: who follows, and what is asked for.
extension Bridge {
    /// A page follows the events from now on.
    ///
    /// - Parameter place: how far it was when it followed before; nil for one that did not.
    mutating func pageArrived(_ stream: Int, from place: String? = nil) {
        streams.insert(stream)
        outputs.append(.tell(jsonLine(Hello(stream: stream)), stream: stream, place: self.place))
        if let place, place != self.place {
            outputs.append(.tell(#"{"event":"missed"}"#, stream: stream))
        }
        outputs.append(
            .tell(status.map(statusLine) ?? jsonLine(Away(reason: away)), stream: stream))
    }

    /// A page follows no more. What it holds is let go, and what was being said to it is forgotten.
    mutating func pageLeft(_ stream: Int) {
        streams.remove(stream)
        if presser == stream { letGo(for: stream) }
    }

    /// A page asks for something; the answer comes as an output.
    ///
    /// - Parameters:
    ///   - stream: the number that the page was told when it began to follow; it presses and releases as this one.
    ///   - ticket: by which the answer finds the page.
    mutating func page(asks action: SocketRequest.Action, stream: Int?, ticket: Int) {
        if let refusal = refusal(of: action, stream) {
            return outputs.append(.answer(refusal, ticket: ticket))
        }
        dialogue.wishes.append(Wish(action: action, ticket: ticket, stream: stream))
    }

    private func refusal(of action: SocketRequest.Action, _ stream: Int?) -> Answer? {
        let key: String?
        switch action {
        case .status: key = nil
        case .mute, .unmute: key = configuration.mayMute ? nil : "mute"
        case .press, .release, .cancel: key = configuration.mayPress ? nil : "press"
        case .output: key = configuration.maySwitch ? nil : "output"
        case .reload, .say: return .refused(403, "pages cannot ask for that")
        }
        if let key { return .refused(403, "pages may not do that; '\(key): on' in web.yaml allows it") }
        if status == nil { return .refused(503, away) }
        if dialogue.wishes.count >= Self.mostWaiting {
            return .refused(503, "too much is asked for at a time; try again")
        }
        switch action {
        case .press where stream.map(streams.contains) != true:
            return .refused(409, "only a page that follows the events can press, with its 'stream'")
        case .press where isTakenByOthers(than: stream):
            return .refused(409, "somebody else is being heard; try again when that is over")
        case .release where !isPressing(stream):
            return .refused(409, "it is not this page that presses")
        default: return nil
        }
    }

    /// Whether another page is being spoken to. To the appliance all pages are one, and where the button need not be held, the press
    /// of this one would end what that one began.
    private func isTakenByOthers(than stream: Int?) -> Bool {
        if dialogue.unanswered.contains(where: { $0.action == .press && $0.stream != stream }) { return true }
        guard let speaker, speaker != stream, streams.contains(speaker) else { return false }
        return utterance == .underway || utterance == .awaited
    }

    /// Whether a page presses, or will have when the appliance comes to what it asks now: after a tap the release is here first.
    private func isPressing(_ stream: Int?) -> Bool {
        guard let stream else { return false }
        return presser == stream || hasAsked(for: .press, stream)
    }

    /// Whether what a page asks for waits for its turn, or for the reply.
    private func hasAsked(for action: SocketRequest.Action, _ stream: Int) -> Bool {
        dialogue.unanswered.contains { $0.action == action && $0.stream == stream }
    }

    /// Lets go in the place of a page that has left, unless it did so itself before: then what was said counts.
    mutating func letGo(for stream: Int) {
        guard !hasAsked(for: .release, stream) else { return }
        presser = nil
        speaker = nil
        if utterance != .over { dialogue.wishes.append(Wish(action: .cancel)) }
        dialogue.wishes.append(Wish(action: .release))
    }

    /// Forgets what a page began that has left: where the button need not be held, it would be recorded on and on. Where it is held,
    /// what was said before it was let go of counts, and is over by itself.
    mutating func forgetAbandoned(at now: Duration) {
        guard utterance == .underway, presser == nil, let speaker, !streams.contains(speaker) else {
            forgetsAt = nil
            return
        }
        let end = forgetsAt ?? now + Self.ending
        forgetsAt = end
        guard now >= end else { return }
        self.speaker = nil
        forgetsAt = nil
        dialogue.wishes.append(Wish(action: .cancel))
    }

    private struct Hello: Encodable {
        var event = "hello"
        var stream: Int
    }

    struct Away: Encodable {
        var event = "away"
        var reason: String
    }
}

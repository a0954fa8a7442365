import Capture
import EventSocket
import Interpretation
import Platform

/// What programs ask for over the socket. Each request is answered, whatever comes of it.
extension Appliance {
    /// So many are looked at between two blocks of sound, so that a flood of them delays none.
    private static let mostRequests = 4

    func answerRequests() {
        guard let server else { return }
        for _ in 0..<Self.mostRequests {
            switch server.next() {
            case nil: return
            case .joined(let reader):
                server.greet(reader, with: jsonLine(StatusLine(status, at: clock.now)))
            case .request(let request, let reader) where request.action == .reload:
                // Its outcome is answered, once there is one.
                guard let refusal = beginReload(for: (request, reader)) else { continue }
                server.reply(SocketReply(to: request, refusal: refusal).json, to: reader)
            case .request(let request, let reader):
                reporter.origin = .socket
                defer { reporter.origin = nil }
                let refusal = obey(request.action, from: reader)
                let reply = SocketReply(
                    to: request, refusal: refusal, status: request.action == .status ? status : nil)
                server.reply(reply.json, to: reader)
            case .left(let reader):
                letGo(for: reader)
            case .dropped:
                Log.notice("a program that did not read on was dropped from the socket", from: "socket")
            }
        }
    }

    /// How it is at this moment.
    var status: ApplianceStatus {
        var status = reporter.status
        status.version = options.version
        status.muted = muting.byRequest
        for index in status.outputs.indices {
            status.outputs[index].isOn = devices.outputs.isOn(status.outputs[index].name)
        }
        status.counters = reporter.counters.with(
            reporter.summary, uptime: clock.source.now - beganAt, input.feed.counters)
        status.sinks = reporter.sinks?.status
        status.microphone.floor = recentLevel.floor?.rounded(toPlaces: 1)
        status.microphone.peak = recentLevel.peak?.rounded(toPlaces: 1)
        status.microphone.level = recentLevel.now?.rounded(toPlaces: 1)
        status.counters.temperature = BoardSensors().temperature
        return status
    }

    /// Does what is asked for.
    ///
    /// - Returns: why not; nil if it is done.
    private func obey(_ action: SocketRequest.Action, from reader: Int) -> String? {
        switch action {
        case .status, .reload: return nil
        case .mute:
            mute(byRequest: true)
            return nil
        case .unmute:
            mute(byRequest: false)
            return muting.bySwitch ? "the mute switch is on; turn it" : nil
        case .press: return press(by: reader)
        case .release: return release(by: reader)
        case .cancel: return cancelUtterance()
        case .say(let text): return say(text)
        case .output(let name, let change): return move(OutputCommand(name, change))
        }
    }

    // MARK: - The talk button

    /// Whether a program holds the talk button pressed. Where it need not be held, a press is over once nobody is heard, be it
    /// let go of or not.
    var isPressedByRequest: Bool {
        guard programPress != nil else { return false }
        return switch machine.state {
        case .starting, .recording, .deciding, .speaking, .confirming: true
        case .idle, .listening, .muted, .unavailable, .fault: configuration.buttons[.talk]?.mode == .hold
        }
    }

    private func press(by reader: Int) -> String? {
        guard configuration.buttons[.talk] != nil else {
            return "there is no talk button; add 'buttons: { talk: GPIO27 }'"
        }
        guard !isPressedByRequest else { return "it is pressed already, by request" }
        // Who says yes so stands at the machine that moves.
        guard question?.confirm.means != .button else {
            return "a command waits for a yes, which is given at the button itself"
        }
        guard talkContext != .notReady else {
            return "nothing can be heard now (\(machine.state.rawValue)); try again later"
        }
        guard !isTakenByOthers(than: reader) else {
            return "somebody else is being heard; try again when that is over"
        }
        programPress = ProgramPress(reader: reader, end: latestRelease)
        devices.buttons.move(isPressed: true, at: clock.now, context: { talkContext }) {
            handle($0, by: reader)
        }
        return nil
    }

    /// Whether it is somebody else's to say when an utterance ends: at the button itself, by voice, or by another program. A press
    /// from elsewhere would cut off what they say, of which half a command may be left.
    private func isTakenByOthers(than reader: Int) -> Bool {
        switch machine.state {
        case .recording: utterance.requester != reader
        case .speaking: machine.isAboutToRecord && utterance.requester != reader
        // Who holds the button while the last utterance is judged waits for the next.
        case .deciding: devices.buttons.isTalkHeld
        case .starting, .idle, .listening, .confirming, .muted, .unavailable, .fault: false
        }
    }

    private func release(by reader: Int) -> String? {
        guard let programPress else { return "it is not pressed, by request" }
        guard programPress.reader == reader else { return "another program presses it; that one lets it go" }
        self.programPress = nil
        // What its press began may be over, and somebody else be heard by now; or somebody has taken it over at the button itself.
        let endsIt = utterance.requester == reader && !devices.buttons.isTalkHeld
        devices.buttons.move(isPressed: false, at: clock.now, context: { endsIt ? talkContext : .ready }) {
            handle($0, by: reader)
        }
        return nil
    }

    /// From now on a program's press lasts no longer than anybody may speak.
    func limitPress() { programPress?.end = latestRelease }

    private var latestRelease: Duration { clock.now + configuration.limits.longest + .seconds(5) }

    /// A press that has lasted longer than anybody may speak is over, whether that is said or not.
    func endForgottenPress(at now: Duration) {
        guard let programPress, programPress.end <= now else { return }
        letGo(for: programPress.reader)
    }

    /// A program is gone, and has not said that it was all: what its press began is forgotten, also where that need not be held.
    /// What somebody else says goes on.
    private func letGo(for reader: Int) {
        if utterance.requester == reader {
            switch machine.state {
            // It has said that it was all, or somebody has taken it over at the button itself.
            case .recording where segmenter.recordingEnd != nil || devices.buttons.isTalkHeld: break
            case .recording: cancelSpeech()
            case .speaking where machine.isAboutToRecord: cancelSpeech()
            // A press that waits for the verdict is not meant any more.
            default: handle(.stop)
            }
        }
        guard programPress?.reader == reader else { return }
        programPress = nil
        devices.buttons.move(isPressed: false, at: clock.now, context: { .ready }) { handle($0, by: reader) }
    }

    private func cancelUtterance() -> String? {
        switch machine.state {
        case .recording, .deciding, .speaking, .confirming:
            if question != nil { answer(.no) } else { cancelSpeech() }
            return nil
        case .starting, .idle, .listening, .muted, .unavailable, .fault:
            return "there is nothing to cancel (\(machine.state.rawValue))"
        }
    }

    // MARK: - Commissioning

    /// Takes a text for what somebody said, as it would be understood without a doubt.
    private func say(_ text: String) -> String? {
        guard configuration.socket.takesText else {
            return "text is not taken here; 'socket: { say: on }' allows it"
        }
        guard let grammar = configuration.grammar else { return "dictation has no commands" }
        guard machine.state == .idle || machine.state == .listening else {
            return "it is busy (\(machine.state.rawValue)); try again later"
        }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        guard let match = grammar.parse(words).first else {
            if let outOfRange = grammar.outOfRange(in: words) {
                return "'\(outOfRange.command)' does not take that: it is \(outOfRange.limits)"
            }
            return "these words are no command; 'earshot check' has examples of each"
        }
        unfinished = nil
        utterance.awaitResponse(since: nil)
        return accept(
            Command(name: match.command, slots: match.slots, score: 1, text: words.joined(separator: " "))
        ) { .typed($0) }
    }

    /// Moves an output as a command would, by its rules.
    private func move(_ command: OutputCommand) -> String? {
        guard configuration.socket.switchesOutputs else {
            return "outputs are not switched from here; 'socket: { output: on }' allows it"
        }
        let reports = devices.outputs.perform([command], for: "socket", at: outputTime)
        note(reports)
        return reports.lazy.compactMap(\.problem).first
    }
}

import GPIO
import Utterance

/// What a press means in each state.
extension Appliance {
    func pollButtons(at now: Duration) {
        devices.buttons.advance(to: now, newest: clock.newest, context: { talkContext }) { handle($0) }
    }

    var talkContext: TalkButton.Context {
        switch machine.state {
        // Sound is about to be kept, or may be at any moment.
        case .speaking where machine.isAboutToRecord, .confirming where hearsAnswer: .recording
        case .recording where awaitsPress: .ready
        case .idle, .listening, .speaking, .confirming: .ready
        case .deciding: .deciding
        case .recording: .recording
        case .starting, .muted, .unavailable, .fault: .notReady
        }
    }

    /// - Parameter requester: the program that moves the talk button, by its number at the server; nil where a finger does.
    func handle(_ event: ButtonPanel.Event, by requester: Int? = nil) {
        switch event {
        case .moved(let name, let isPressed, let kernelTime):
            if name == .talk { pressedAt = isPressed ? kernelTime ?? clock.source.now : nil }
            emit(.button(name: name.rawValue, pressed: isPressed))
            if name == .talk { moved(isPressed: isPressed, by: requester) }
        case .failed(let message):
            // What cannot be read is not pressed.
            question?.release()
            emit(.warning(message))
        case .intent(.start(let time)) where machine.state == .confirming || awaitsPress:
            question?.press(at: time, for: stillness)
        case .intent(.cancel) where question != nil: answer(.no)
        case .intent(.start):
            utterance.trigger = .button
            utterance.requester = requester
            handle(.start)
            // A light that comes after a tone says nothing about how fast it is.
            pressedAt = nil
        case .intent(.stop(let time)):
            // Speech during the release belongs to the command.
            if machine.state == .recording { segmenter.endSoon(after: time) } else { handle(.stop) }
        case .intent(.cancel): cancelSpeech()
        case .intent(.muted(let isMuted, at: _)): mute(bySwitch: isMuted)
        case .intent(.ignored(let why, _)):
            if why == .notReady {
                emit(.warning("the talk button was pressed while nothing could be heard; press again"))
            }
        }
    }

    /// How long a contact has to stay closed to be pressed by somebody. A contactor that switches nearby gives the wire a spike, which
    /// begins a recording for nothing, but must not be a yes. Its end is known once the contact has been still.
    private var stillness: Duration {
        max(.milliseconds(30), (configuration.buttons[.talk]?.debounce ?? .zero) * 2)
    }

    /// The contact of the talk button, beyond what it means; or a program in its place, whose release ends nothing that somebody
    /// else has begun.
    private func moved(isPressed: Bool, by requester: Int?) {
        if !isPressed, requester == nil { question?.release() }
        if isPressed {
            if machine.state == .recording, !awaitsPress { utterance.askFor() }
            segmenter.keepOn()
        } else if configuration.buttons[.talk]?.mode == .hold, requester == utterance.requester,
            machine.state == .deciding || machine.state == .speaking && !machine.isAboutToRecord
        {
            // The press that waited for the verdict is over: the button is released.
            handle(.stop)
        }
    }
}

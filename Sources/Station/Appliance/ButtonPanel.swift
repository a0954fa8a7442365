import Board
import Journal

/// The talk button and the mute switch, as what they mean. Owned by one thread.
final class ButtonPanel {
    enum Event {
        /// A contact moved; for the record.
        case moved(ButtonName, isPressed: Bool)
        case intent(ButtonIntent)
        /// A button cannot be read; the message says what to do.
        case failed(String)
    }

    private var talk: (button: Button, meaning: TalkButton)?
    private var mute: (button: Button, meaning: MuteSwitch)?
    /// Buttons whose failure was told of already.
    private var failed: Set<ButtonName> = []

    /// Takes the lines.
    init(_ options: [ButtonName: ButtonOptions], on pinout: Pinout) throws(BoardError) {
        if let options = options[.talk] {
            talk = (try options.open(on: pinout, at: .zero), TalkButton(options.mode))
        }
        if let options = options[.mute] {
            let button = try options.open(on: pinout, stuckAfter: nil, at: .zero)
            mute = (button, MuteSwitch(options.mode, isClosed: button.isPressed))
        }
    }

    /// Whether the mute switch is on.
    var isMuted: Bool { mute?.meaning.isMuted ?? false }

    /// Readable when an edge waits.
    var descriptors: [Int32] { [talk?.button.fileDescriptor, mute?.button.fileDescriptor].compactMap { $0 } }

    /// When `advance` has something to do although no descriptor is readable.
    var nextDeadline: Duration? {
        [talk?.button.nextDeadline, talk?.meaning.nextDeadline, mute?.button.nextDeadline].compactMap { $0 }
            .min()
    }

    /// Tells what has happened up to now.
    ///
    /// - Parameter context: asked before each event, since the event before may have changed it.
    func advance(
        to now: Duration, context: () -> TalkButton.Context, _ take: (Event) -> Void
    ) {
        for event in edges(of: talk?.button, .talk, now, take) {
            note(event, of: .talk, take)
            for intent in talk?.meaning.take(event, while: context()) ?? [] { take(.intent(intent)) }
        }
        for intent in talk?.meaning.advance(to: now, while: context()) ?? [] { take(.intent(intent)) }
        for event in edges(of: mute?.button, .mute, now, take) {
            note(event, of: .mute, take)
            if let intent = mute?.meaning.take(event) { take(.intent(intent)) }
        }
    }

    private func edges(
        of button: Button?, _ name: ButtonName, _ now: Duration, _ take: (Event) -> Void
    ) -> [ButtonEvent] {
        guard let button else { return [] }
        do {
            let events = try button.advance(to: now)
            failed.remove(name)
            return events
        } catch {
            if failed.insert(name).inserted { take(.failed("the \(name.rawValue) button: \(error)")) }
            return []
        }
    }

    private func note(_ event: ButtonEvent, of name: ButtonName, _ take: (Event) -> Void) {
        switch event.kind {
        case .pressed: take(.moved(name, isPressed: true))
        case .released: take(.moved(name, isPressed: false))
        case .held: break
        case .stuck:
            take(
                .failed(
                    "the \(name.rawValue) button has been down for too long; it counts again when it is released, "
                        + "look whether it is stuck"))
        }
    }
}

import EventSocket
import Platform

/// Decides what is typed of what an appliance says: final texts, and backspaces for what is taken back. It neither waits nor
/// types; whoever has the keyboard takes the keys out, one at a time.
///
/// Nothing is kept for later: text that comes while the user's session is not on the screen is not typed, and that is told,
/// as it might land in somebody else's password.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// typist.appliance(said: line, at: now, to: seat.occupant())
/// while let event = typist.next(at: now, to: seat.occupant) { try keyboard.take(event) }
/// ```
struct Typist: Sendable {
    /// Keys that may wait: some minutes of typing. What would come on top is not typed.
    private static let mostWaiting = 20_000
    /// So many texts may be taken back, one after the other.
    private static let mostTexts = 100

    private let configuration: KeyboardConfiguration
    private let typewriter: Typewriter
    private var log = BridgeLog(from: "keyboard")

    /// Keys with what is held for each, the next one last.
    private var strokes: [[KeyEvent]] = []
    /// What is left of the one that is being pressed.
    private var pressing: [KeyEvent] = []
    private var due = Duration.zero

    /// A text that stands in the form.
    private struct Entry: Sendable {
        var text: String
        /// Whether it goes on a text after which no key has come yet.
        var goesOn: Bool
        /// So many characters it has there.
        var length: Int
        /// Whether the last of them is the space that follows a text.
        var hasSpace: Bool
        /// Whether a key has left its field since, or sent the form.
        var isGone: Bool
        /// When it came.
        var at: Duration
    }

    /// How long after a text a mark may take the place of the space behind it: later, the cursor may be anywhere.
    private static let longestPause = Duration.seconds(10)

    private var texts: [Entry] = []
    /// Whether the newest text is a piece of an utterance, after which the key that follows a text has not come yet.
    private var isWithinUtterance = false
    /// Whether the utterance of the newest text broke off, so that this key never comes.
    private var isBrokenOff = false
    /// Whether what is heard is free text, and is told: known from the appliance's status.
    private var isDictation = false
    /// Whether something that had begun was not typed to its end.
    private(set) var wasStopped = false

    /// - Throws: `KeyboardError.unknownLayout` or `.outOfMemory`.
    init(_ configuration: KeyboardConfiguration) throws(KeyboardError) {
        self.configuration = configuration
        typewriter = Typewriter(
            layout: try KeyboardLayout(configuration.layout, variant: configuration.variant),
            unicode: configuration.unicode, hasReturns: configuration.returns)
    }

    /// When there is something to type; nil when nothing is.
    var nextDeadline: Duration? { strokes.isEmpty && pressing.isEmpty ? nil : due }

    /// The socket has told something.
    ///
    /// - Parameter occupant: asked when there is something to type.
    mutating func appliance(said line: SocketLine, at now: Duration, to occupant: () -> Seat.Occupant) {
        switch line {
        case .status(let status): adopt(status, at: now)
        case .event(let event) where event.event == "final":
            if isDictation, let text = event.text {
                type(text, hasMore: event.more == true, at: now, to: occupant)
            }
        case .event(let event) where event.event == "retracted":
            if let text = event.text { takeBack(text, at: now, to: occupant) }
        case .event(let event) where event.event == "state":
            switch event.knownState {
            case .muted?, .unavailable?, .fault?: breakOff()
            default: break
            }
        case .event: break
        case .reply(let answer):
            if let status = answer.status { adopt(status, at: now) }
        }
    }

    /// What is heard for commands is not for a form: it is told before it is known whether anybody meant it.
    private mutating func adopt(_ status: ApplianceStatus, at now: Duration) {
        isDictation = status.commands.isEmpty && status.allows.words
        let reason =
            !status.commands.isEmpty
            ? "the appliance hears commands, which are not typed; have it hear free text, 'recognize: dictation'"
            : "the appliance keeps words to itself, so nothing can be typed; add 'socket: { words: on }' to its configuration"
        if !isDictation { log.note(.warning, reason, kind: "nothing to type", at: now) }
    }

    /// It cannot be reached; `reason` says why.
    mutating func applianceLeft(because reason: String, at now: Duration) {
        log.note(.warning, reason, kind: "no appliance", at: now)
        isDictation = false
        breakOff()
    }

    /// No last piece comes of an utterance of which pieces were typed.
    private mutating func breakOff() {
        isBrokenOff = isBrokenOff || isWithinUtterance
        isWithinUtterance = false
    }

    /// What was counted may be told.
    mutating func advance(to now: Duration) { log.advance(to: now) }

    /// The next key to press or let go; nil when it is not time for one.
    mutating func next(at now: Duration, to occupant: () -> Seat.Occupant) -> KeyEvent? {
        guard now >= due else { return nil }
        if pressing.isEmpty {
            guard !strokes.isEmpty else { return nil }
            // Between two keys nothing is held, so here may be stopped.
            if let reason = obstacle(occupant()) {
                log.note(
                    .warning, "stopped typing \(strokes.count.counted("key")) before the end: \(reason)",
                    kind: "stopped typing", at: now)
                forget()
                wasStopped = true
                return nil
            }
            pressing = strokes.removeLast().reversed()
        }
        due = now + configuration.pace
        return pressing.popLast()
    }

    // MARK: - Text

    /// Whether a text begins with what stands right behind the word before it: a mark, or a line break.
    private static func isBehind(_ text: String) -> Bool {
        text.first.map { $0.isWhitespace || ",.;:?!)]}%/\u{201D}\u{2019}".contains($0) } ?? false
    }

    /// Whether a space belongs between two pieces of one dictation: not before a mark that stands behind a word, nor around a line break.
    private static func parts(_ before: String?, _ text: String) -> Bool {
        let isOpen = before?.last.map { $0.isWhitespace || "([{/\u{201C}\u{2018}".contains($0) } ?? false
        return !text.isEmpty && !isBehind(text) && !isOpen
    }

    /// Begins to type a text; false if that is not to be, which the log explains.
    ///
    /// - Parameter hasMore: whether it is a piece of an utterance that goes on: the key that follows a text comes after the last.
    @discardableResult
    mutating func type(
        _ text: String, hasMore: Bool = false, at now: Duration, to occupant: () -> Seat.Occupant
    ) -> Bool {
        let isEnd = isWithinUtterance && !hasMore
        guard !text.isEmpty || isEnd else { return false }
        if let reason = obstacle(occupant()) {
            // Another's form, or none.
            forget()
            log.note(.warning, "a text was not typed: \(reason)", kind: "text not typed", at: now)
            return false
        }
        let lacksSpace = configuration.after == .space && texts.last?.hasSpace == false
        let needsSpace =
            (isWithinUtterance || isBrokenOff || lacksSpace) && Self.parts(texts.last?.text, text)
        // A mark that begins an utterance takes the place of the space there.
        let replacesSpace =
            Self.isBehind(text)
            && texts.last.map { $0.hasSpace && !$0.isGone && now - $0.at < Self.longestPause } == true
        var typed = typewriter.write(needsSpace ? " " + text : text)
        if replacesSpace { typed.strokes.insert(Keystroke.backspace.events, at: 0) }
        let hasSpace = !hasMore && configuration.after == .space
        if !hasMore {
            switch configuration.after {
            case .nothing: break
            case .space:
                let space = typewriter.write(" ")
                typed.strokes += space.strokes
                typed.length += space.length
            case .tab: typed.strokes.append(Keystroke.tab.events)
            case .enter: typed.strokes.append(Keystroke.enter.events)
            }
        }
        guard strokes.count + typed.strokes.count <= Self.mostWaiting else {
            if !hasMore { breakOff() }
            log.note(
                .warning,
                "a text was not typed, since what is to be typed before it has \(strokes.count.counted("key")) left",
                kind: "text not typed", at: now)
            return false
        }
        if !typed.missing.isEmpty {
            let missing = Set(typed.missing).sorted().map { "'\($0)'" }.joined(separator: ", ")
            log.note(
                .warning,
                "left out \(missing): layout '\(configuration.layout)' has no key for it; "
                    + "'layout:' or 'unicode:' in the configuration may help",
                kind: "characters left out", at: now)
        }
        enqueue(typed.strokes)
        if replacesSpace {
            texts[texts.count - 1].length -= 1
            texts[texts.count - 1].hasSpace = false
        }
        if text.isEmpty, !texts.isEmpty {
            texts[texts.count - 1].length += typed.length
            texts[texts.count - 1].hasSpace = hasSpace
        } else {
            texts.append(
                Entry(
                    text: text, goesOn: isWithinUtterance, length: typed.length, hasSpace: hasSpace,
                    isGone: false, at: now))
        }
        if leavesField(text, isLast: !hasMore) { for index in texts.indices { texts[index].isGone = true } }
        if texts.count > Self.mostTexts { texts.removeFirst() }
        isWithinUtterance = hasMore
        isBrokenOff = false
        return true
    }

    private mutating func takeBack(_ text: String, at now: Duration, to occupant: () -> Seat.Occupant) {
        // What was not typed, need not be taken back.
        guard let last = texts.last, last.text == text else { return }
        texts.removeLast()
        isWithinUtterance = last.goesOn
        if let reason = obstacle(occupant()) {
            forget()
            return log.note(
                .warning, "a text was not taken back: \(reason)", kind: "text not taken back", at: now)
        }
        guard !last.isGone else {
            return log.note(
                .notice, "a text was not taken back: Tab or Return has left its field",
                kind: "text not taken back", at: now)
        }
        enqueue(Array(repeating: Keystroke.backspace.events, count: last.length))
    }

    /// Whether a key goes with it after which backspaces may meet something else.
    private func leavesField(_ text: String, isLast: Bool) -> Bool {
        isLast && [.tab, .enter].contains(configuration.after)
            || configuration.returns && text.contains(where: \.isNewline)
    }

    private mutating func enqueue(_ new: [[KeyEvent]]) { strokes.insert(contentsOf: new.reversed(), at: 0) }

    /// Why nothing may be typed now; nil if it may.
    private func obstacle(_ occupant: Seat.Occupant) -> String? {
        switch occupant {
        case .user(configuration.user): nil
        case .user(let other): "user '\(other)' has the screen, not '\(configuration.user)'"
        case .nobody(let reason): reason
        }
    }

    /// What is in another's form cannot be taken back, and what was to come is not for it.
    private mutating func forget() {
        strokes = []
        texts = []
        isWithinUtterance = false
        isBrokenOff = false
    }
}

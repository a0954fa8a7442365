import Decoding
import Interpretation
import Utterance

/// What the appliance knows of the utterance under way, beyond its sound: what began it, what was reported of it, and when
/// its command had been said. A value; owned by one thread.
struct UtteranceProgress {
    /// What the words of an utterance are judged as.
    enum Pass {
        /// By themselves.
        case first
        /// Searched once more, together with the command before it. What comes of it otherwise.
        case withCommandBefore(insteadOf: Rejection)
        /// No answer to a question, and searched once more for a command. What comes of it otherwise.
        case asCommand(insteadOf: Rejection)
    }

    /// What the next utterance is begun by, or the one under way was.
    var trigger = UtteranceSegmenter.Trigger.button { didSet { requester = nil } }
    /// The program whose press that was, by its number at the server; nil for the button itself, and for a voice.
    var requester: Int?
    /// Whether a button or a wake phrase asked for the newest utterance.
    private(set) var isAskedFor = false
    /// The words of the newest partial hypothesis that was reported.
    private var partialText = ""
    /// Whether pieces of it are settled.
    private(set) var hasSettled = false
    /// Whether the words of a piece were not believed, or came to nothing, which was told.
    private(set) var hasWithheld = false
    /// When the last word of the command that is being done ended; nil once its response has been timed.
    private var lastWordEnd: Duration?

    /// Whether it is only heard for what may continue the command before it.
    var isContinuation = false
    /// How its newest hypothesis is judged.
    private(set) var pass = Pass.first

    /// Whether it was begun by a wake phrase.
    var isAwakened: Bool {
        if case .wakePhrase = trigger { true } else { false }
    }

    /// Sound is kept from now on.
    mutating func begin() {
        partialText = ""
        hasSettled = false
        hasWithheld = false
        pass = .first
        if case .speech = trigger { isAskedFor = false } else { askFor() }
    }

    /// A piece of it is settled; what is heard from now on comes after it.
    ///
    /// - Parameter isVain: whether nothing came of the piece, which was told.
    mutating func settle(isVain: Bool) {
        partialText = ""
        if isVain { hasWithheld = true } else { hasSettled = true }
    }

    /// The words of a piece are not believed.
    mutating func withhold() { hasWithheld = true }

    /// It is searched once more, together with the command before it.
    mutating func hearWhole(insteadOf rejection: Rejection) {
        pass = .withCommandBefore(insteadOf: rejection)
    }

    /// It was no answer, and is searched once more for a command.
    mutating func hearCommand(insteadOf rejection: Rejection) {
        pass = .asCommand(insteadOf: rejection)
    }

    /// The talk button was pressed meanwhile.
    mutating func askFor() {
        isAskedFor = true
        isContinuation = false
    }

    /// Whether these words have not been reported yet; false if only word times changed.
    mutating func isNews(_ partial: PartialHypothesis) -> Bool {
        guard !partial.text.isEmpty, partial.text != partialText else { return false }
        partialText = partial.text
        return true
    }

    /// A command is being done whose last word ended then, if it was said; or none is.
    mutating func awaitResponse(since lastWordEnd: Duration?) {
        self.lastWordEnd = lastWordEnd
    }

    /// The time from the end of the last word to `now`, once a command; nil if none waits for its response.
    mutating func takeResponse(at now: Duration) -> Duration? {
        defer { lastWordEnd = nil }
        return lastWordEnd.map { now - $0 }
    }
}

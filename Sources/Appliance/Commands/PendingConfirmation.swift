import Interpretation

/// A command that waits for a yes.
struct PendingConfirmation {
    /// What is done after a yes.
    let command: Command
    /// How the yes is given, and how long it is waited for.
    let confirm: Confirm
    /// What was asked.
    let text: String
    /// Where the command comes from, if it was not said.
    let origin: ApplianceEvent.Origin?
    /// The end of the window, on the capture clock; nil until it opens.
    private(set) var end: Duration?

    /// When a press that has begun is a yes, unless it ends before.
    private var pressCounts: Duration?

    /// A press so soon after the question was meant for something else, to end the recording for one.
    private static let reaction = Duration.milliseconds(500)

    init(
        _ command: Command, _ confirm: Confirm, text: String, origin: ApplianceEvent.Origin? = nil
    ) {
        self.command = command
        self.confirm = confirm
        self.text = text
        self.origin = origin
    }

    /// The question has been asked: from now on it can be answered. Without effect while the window is open.
    ///
    /// - Returns: Whether it was opened by this.
    mutating func open(at now: Duration) -> Bool {
        guard end == nil else { return false }
        end = now + confirm.window
        return true
    }

    /// The button went down: a yes, if the window is open, once it has been down for as long as no spike on the wire is.
    ///
    /// - Parameter span: how long that is.
    mutating func press(at time: Duration, for span: Duration) {
        guard let end, time >= end - confirm.window + Self.reaction, time < end else { return }
        pressCounts = time + span
    }

    /// The button went up.
    mutating func release() { pressCounts = nil }

    /// Whether the button has been down for long enough.
    func isPressed(at now: Duration) -> Bool { pressCounts.map { $0 <= now } ?? false }

    /// When time alone answers; nil until it can.
    var nextMoment: Duration? { pressCounts ?? end }

    /// Whether the time to answer is over, and none has begun.
    func hasExpired(at now: Duration) -> Bool {
        pressCounts == nil && end.map { $0 <= now } ?? false
    }
}

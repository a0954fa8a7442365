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

    /// Whether a press at that time can be a yes.
    func takesPress(at time: Duration) -> Bool {
        end.map { time >= $0 - confirm.window + Self.reaction } ?? false
    }

    /// Whether the time to answer is over.
    func hasExpired(at now: Duration) -> Bool {
        end.map { $0 <= now } ?? false
    }
}

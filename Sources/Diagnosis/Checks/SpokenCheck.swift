import Platform

/// Whether what was said, a command or free text, is understood: `earshot doctor --listen`.
package struct SpokenCheck: HealthCheck {
    /// What came of it.
    package enum Outcome: Sendable, Hashable {
        /// This command was understood, this likely.
        case understood(String, score: Double)
        /// Free text was taken, and this was understood; nil where nobody tells the words.
        case written(String?)
        /// It was refused, and why in words.
        case refused(String)
        /// Nobody spoke, or nothing was heard.
        case nothing
        /// It could not be listened, and why.
        case failed(String)
        /// It was not tried, and why.
        case leftOut(String)
    }

    package let subject = "spoken test"
    private let outcome: Outcome
    private let expected: String?

    /// - Parameter expected: the command that was asked for; nil for any.
    package init(_ outcome: Outcome, expected: String?) {
        self.outcome = outcome
        self.expected = expected
    }

    package func examine() -> [Finding] {
        switch outcome {
        case .understood(let name, let score) where expected == nil || name == expected:
            [.ok("understood as \(name) (probability \(score.shortText))")]
        case .understood(let name, _):
            [
                .warn(
                    "understood as \(name), not as \(expected ?? "")",
                    "say it again; 'earshot check' lists what sounds alike")
            ]
        case .written(let text?): [.ok("understood as \"\(text)\"")]
        case .written(nil):
            [.ok("heard, and taken as text; which, the socket tells with 'socket: { words: on }' alone")]
        case .refused(let reason):
            [.warn("refused: \(reason)", "say it again, nearer; 'earshot listen' shows what is weighed")]
        case .nothing:
            [.fail("nothing was heard within 20 s", "speak nearer to the microphone, and see 'sound' above")]
        case .failed(let reason):
            [.fail(reason, "put that right, and try again")]
        case .leftOut(let reason):
            [.warn("left out: \(reason)", "put that right, and ask again")]
        }
    }
}

/// One action on an output.
///
/// A list of them is a sequence: its commands are done in turn, without waiting for one another except at a `wait`.
///
/// ```swift
/// [.onFor("horn", .milliseconds(300)), .wait(.seconds(1)), .onFor("gate-up", .seconds(15))]
/// ```
enum OutputCommand: Sendable, Hashable {
    case set(String, Bool)
    case toggle(String)
    /// On, and off again after this time: a duration that was said, or a pulse.
    case onFor(String, Duration)
    case wait(Duration)
    /// A step that what was said does not tell how to do, and why: refused, with what follows it.
    case impossible(String, OutputRefusal.Reason)

    /// The output it is for; nil for a wait.
    var output: String? {
        switch self {
        case .set(let output, _), .toggle(let output), .onFor(let output, _), .impossible(let output, _):
            output
        case .wait: nil
        }
    }

    /// Whether it can only ever switch off.
    var switchesOff: Bool {
        if case .set(_, false) = self { true } else { false }
    }
}

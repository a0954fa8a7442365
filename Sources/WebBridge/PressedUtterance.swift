import EventSocket

/// How far the utterance has come that a page's press began. One that is over is nobody's to cancel: what is heard then may be
/// somebody else's.
enum PressedUtterance: Sendable {
    case awaited
    case underway
    /// It is recorded no more, and not over.
    case deciding
    case over

    /// The appliance is in this state, or has come to it; nil for one that is not known here.
    mutating func follow(_ state: SocketState?) {
        switch (self, state) {
        case (.awaited, .recording?): self = .underway
        case (.underway, .deciding?): self = .deciding
        case (.over, _): break
        // Of a press that came to nothing, too: the appliance tells its state before it replies to one.
        case (_, .idle?), (_, .listening?), (_, .muted?), (_, .unavailable?), (_, .fault?): self = .over
        default: break
        }
    }
}

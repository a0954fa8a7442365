import Capture

/// What a session is given, in order.
enum SessionInput: Sendable {
    case buffer(AudioBuffer, AudioTime?)
    case end
    /// Calls once all before it is decoded, or not needed any more.
    case decoded(@Sendable () -> Void)
    /// Ends the utterance under way if it began before a time, nil for now, and calls once what was said before that is
    /// decided, or not needed any more.
    case settled(through: Duration?, @Sendable () -> Void)

    /// Leaves it out.
    func skip() {
        switch self {
        case .decoded(let then), .settled(_, let then): then()
        case .buffer, .end: break
        }
    }
}

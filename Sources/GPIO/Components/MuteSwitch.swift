/// Turns a switch or push-button into being muted or not; pure.
///
/// A switch that is closed at the start mutes from the start. The contact of a push-button does not tell whether it mutes, so that
/// is told. A stuck one changes nothing.
///
/// ```swift
/// var mute = MuteSwitch(.hold, isClosed: button.isPressed)
/// for event in try button.advance(to: now) {
///     if case .muted(let isMuted, at: _) = mute.handle(event) { print(isMuted ? "deaf" : "listening") }
/// }
/// ```
package struct MuteSwitch: Sendable {
    /// What a press means: `hold` is a switch, muted while it is closed; `toggle` and `once` change over at every press.
    package let mode: ButtonMode
    /// Whether it mutes, after the events so far.
    package private(set) var isMuted: Bool

    /// A switch at the start.
    ///
    /// - Parameters:
    ///   - isClosed: the contact at the start; a push-button that is down has not been pressed.
    ///   - wasMuted: whether presses of before mute; a switch mutes by its contact alone.
    package init(_ mode: ButtonMode, isClosed: Bool, wasMuted: Bool = false) {
        self.mode = mode
        isMuted = mode == .hold ? isClosed : wasMuted
    }

    /// Whether it mutes by a press, of which its contact tells nothing.
    package var isMutedByPress: Bool { mode != .hold && isMuted }

    /// What an event of the input changes; nil if nothing.
    package mutating func handle(_ event: ButtonEvent) -> ButtonIntent? {
        let wanted: Bool
        switch (event.kind, mode) {
        case (.pressed, .hold): wanted = true
        case (.released, .hold): wanted = false
        case (.pressed, _): wanted = !isMuted
        default: return nil
        }
        guard wanted != isMuted else { return nil }
        isMuted = wanted
        return .muted(wanted, at: event.at)
    }
}

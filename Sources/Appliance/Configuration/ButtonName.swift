/// What a button is for: its key under `buttons:`, and the name that a ``BoardScript`` presses it by.
///
/// ```yaml
/// buttons: { talk: GPIO27, mute: { line: GPIO22, mode: toggle } }
/// ```
package enum ButtonName: String, Sendable, Hashable, CaseIterable {
    /// Starts and ends an utterance.
    case talk
    /// A switch that makes the appliance deaf while it is on.
    case mute
}

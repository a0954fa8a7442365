import Configuration

/// How a button works: `mode` of a button in a configuration, and of the ``TalkButton`` or ``MuteSwitch`` behind it.
///
/// ```yaml
/// talk: {line: GPIO27, mode: toggle}
/// ```
package enum ButtonMode: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// Talk while it is pressed; as a mute input, a switch: muted while it is closed.
    case hold
    /// Press to start, press again to stop; a long press cancels. As a mute input: every press changes over.
    case toggle
    /// Press, then talk; the end is heard. A long press cancels. As a mute input: as `toggle`.
    case once
}

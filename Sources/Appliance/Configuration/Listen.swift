import Configuration

/// What starts an utterance.
///
/// ```yaml
/// listen: wake
/// wake: "okay workshop"
/// ```
package enum Listen: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// The talk button.
    case button
    /// A wake phrase, said by anyone who is near.
    case wake
    /// Any speech.
    case always
}

/// What an utterance is taken for.
///
/// ```yaml
/// recognize: dictation
/// ```
package enum Recognize: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// One of the configured commands, or nothing.
    case commands
    /// Free text.
    case dictation
}

import Configuration

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

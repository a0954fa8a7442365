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

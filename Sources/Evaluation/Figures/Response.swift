/// How long a command took: from the end of its last word to its output.
///
/// Sound that had to pass until the command was taken for complete counts as long as it lasts, work after that as long as it
/// took on this machine.
///
/// ```swift
/// let exact = score.responses.filter { $0.reference == .alignment }.map(\.time)
/// ```
package struct Response: Sendable, Hashable {
    /// Where the end of the last word is known from; the raw values stand in JSON.
    package enum Reference: String, Sendable, Hashable {
        /// A forced alignment of what was said, on the recording without noise.
        case alignment
        /// The recognizer that gave the command, where what was said is not known or not to be found.
        case recognizer
    }

    /// From the end of the last word to the first output.
    package var time: Duration
    /// How the end of the last word was found.
    package var reference: Reference
}

/// How long a command took: from the end of its last word to its output.
///
/// Sound that had to pass until the command was taken for complete counts as long as it lasts, work after that as long as it
/// took on this machine.
public struct Response: Sendable, Hashable {
    /// Where the end of the last word is known from.
    public enum Reference: String, Sendable, Hashable {
        /// A forced alignment of what was said, on the recording without noise.
        case alignment
        /// The recognizer that gave the command, where what was said is not known or not to be found.
        case recognizer
    }

    public var time: Duration
    public var reference: Reference

    public init(time: Duration, reference: Reference) {
        self.time = time
        self.reference = reference
    }
}

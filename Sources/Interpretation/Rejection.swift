import Decoding
import Grammar

/// An utterance that nothing is done for, and what it was close to: enough to see a near miss and tune for it.
///
/// ```swift
/// if rejection.reason == .unlikely, let nearest = rejection.nearest {
///     print("say", nearest, "again, more clearly")
/// }
/// ```
public struct Rejection: Sendable, Hashable {
    /// Why nothing was done; the raw values stand in logs and JSON.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// No word was heard in it.
        case noWords = "no-words"
        /// Words of free text were found, but nowhere in the sound was anybody heard to speak: they were made of noise.
        case noSpeech = "no-speech"
        /// Free text took back what was said before it, and there was nothing left of that.
        case nothingToTakeBack = "nothing-to-take-back"
        /// The words do not make a whole command.
        case incomplete
        /// The words make a command, but the sound fits other speech or noise better.
        case unlikely
        /// The words make a command, but those of a number or span of time took no longer than the decoder needs to pass
        /// through them: one that was left out was made of its neighbours' sound.
        case squeezed
        /// The words make a command, but a number or span of time in them is outside the range that it takes:
        /// ``Rejection/outOfRange``.
        case outOfRange = "out-of-range"
        /// The words make a command, but are much quieter than the command just before them: somebody or something behind
        /// whoever gave it.
        case background
        /// The words continue a command that was done a moment ago, after a pause: together they would have been another one,
        /// and it is too late for that. Say the whole again.
        case continues
        /// The command went on after its pause, before anything had moved: the whole takes its place.
        case replaced
        /// The command asked for a yes and did not get one.
        case unconfirmed
        /// It was not understood in time, as the machine is too slow or too busy.
        case late
        /// The recognizer failed; the log says how.
        case failed
    }

    /// The words that were heard, as far as there were any, in lower case with spaces between them.
    public var text: String
    /// Why nothing was done.
    public var reason: Reason
    /// As ``Command/score``, between 0 and 1; 0 when there was nothing to score.
    public var score: Double
    /// The measures behind `score`; nil when there was nothing to measure.
    package var scores: VerificationScores?
    /// Where it was unlikely, the measure that spoke most against it, or least for it; nil elsewhere, and when there was nothing to
    /// measure.
    package var weighed: CommandProbability.Measure?
    /// The name of the command this would have been; nil if the words are none.
    public var nearest: String?
    /// Where it was out of range, what was said and what may be; nil elsewhere.
    public var outOfRange: Grammar.OutOfRange?

    /// A rejection; nothing is known of the sound unless it is given.
    package init(
        text: String, reason: Reason, score: Double = 0, scores: VerificationScores? = nil,
        weighed: CommandProbability.Measure? = nil, nearest: String? = nil
    ) {
        self.text = text
        self.reason = reason
        self.score = score
        self.scores = scores
        self.weighed = weighed
        self.nearest = nearest
    }
}

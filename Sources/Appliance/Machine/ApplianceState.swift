/// What the appliance is doing, in one word: a ``ApplianceEvent/Kind/state(_:)`` event reports every change. `Light` has the
/// table of the lights.
///
/// ```swift
/// if case .state(let state) = event.kind, state == .recording { print("speak now") }
/// ```
public enum ApplianceState: String, Sendable, Hashable, CaseIterable {
    /// Models are being loaded and lines taken; nothing is heard yet.
    case starting
    /// Ready, and waiting for the button. Nothing is kept.
    case idle
    /// Ready, and waiting for a wake phrase or for speech. Nothing is kept but the pre-roll.
    case listening
    /// An utterance is being kept, a command or the answer to a question: the recording light is lit in this state and
    /// in no other.
    case recording
    /// The utterance has ended; its words are being found and judged.
    case deciding
    /// Something is being said or beeped, or has not died away. Sound is ignored meanwhile, so that the appliance never
    /// hears its own voice.
    case speaking
    /// A command was understood, and waits for a yes.
    case confirming
    /// The mute switch is on.
    case muted
    /// The microphone is gone; it is looked for without end.
    case unavailable
    /// Something that must work does not, the recording light for one. Nothing is kept.
    case fault

    /// Whether speech cannot come through although it should.
    var isDeaf: Bool { self == .unavailable || self == .fault }

    /// Whether sound may be listened to; it may be kept in `.recording` alone.
    var mayHear: Bool { !isDeaf && self != .muted && self != .speaking }
}

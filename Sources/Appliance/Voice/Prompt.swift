import Playback

/// What the appliance lets people hear.
enum Prompt: Sendable, Hashable {
    /// A tone: speak now.
    case start
    /// A tone that rises: done.
    case accepted
    /// A tone that falls: not done.
    case refused
    /// What was understood, as a question; nil is a tone that asks.
    case question(String?)

    /// Whether it is said in words.
    var isSpoken: Bool {
        if case .question(_?) = self { true } else { false }
    }

    /// The tone, where it is one.
    var tone: VoiceClip? {
        switch self {
        case .start: .tone(880, for: .milliseconds(100))
        case .accepted: .tones([660, 990], each: .milliseconds(90))
        case .refused: .tones([440, 330], each: .milliseconds(120))
        case .question(nil): .tones([660, 660, 880], each: .milliseconds(90))
        case .question: nil
        }
    }
}

import Interpretation

extension Rejection.Reason {
    /// The reason in words.
    package var explanation: String {
        switch self {
        case .noWords: "no words"
        case .noSpeech: "no clear speech in the noise"
        case .nothingToTakeBack: "there is nothing left to take back"
        case .incomplete: "not a whole command"
        case .unlikely: "does not sound like a command"
        case .squeezed: "its number was too short to have been said"
        case .outOfRange: "outside the range that the command takes"
        case .background: "much quieter than the command before it"
        case .continues: "came too late: the command before it was done without these words"
        case .replaced: "went on after a pause: the whole takes its place"
        case .unconfirmed: "not confirmed"
        case .late: "not understood in time"
        case .failed: "the recognizer failed"
        }
    }
}

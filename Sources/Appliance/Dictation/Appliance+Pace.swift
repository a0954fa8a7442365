import Decoding
import Platform

/// Dictation on a machine that does not keep up: recognizes faster, with more mistakes, and says so.
extension Appliance {
    /// The words of an utterance are there.
    ///
    /// - Returns: whether their lateness was told of.
    func keepPace(_ hypothesis: UtteranceHypothesis) -> Bool {
        // Recordings wait, and an engine of one's own has a time limit of its own.
        guard input.isLive, configuration.recognize == .dictation, hypothesis.source == nil, let decidingSince
        else { return false }
        let answer = clock.present - decidingSince
        guard let change = pace.note(answer: answer, at: clock.present) else { return false }
        segmenter.setProfile(pace.profile)
        let name = pace.profile.rawValue
        switch change {
        case .faster:
            emit(
                .warning(
                    "free text is understood late; this one took \(answer.inWords). From the next utterance on the profile is "
                        + "'\(name)', with more mistakes. Let this machine do less besides, or configure 'dictation: { profile: \(name) }'"
                ))
        case .slower:
            emit(
                .warning(
                    "free text is understood in time again; the next utterance is by the profile '\(name)'"))
        }
        return true
    }
}

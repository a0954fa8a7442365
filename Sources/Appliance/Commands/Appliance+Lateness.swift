import Decoding
import Interpretation
import Platform

/// On a machine that is too slow for what it is to understand, or too busy: says so, and does not do late what somebody has given
/// up on. Recordings wait for their decoder, and are never late. A decoder that never answers is the watchdog's matter.
extension Appliance {
    /// An answer that takes longer is told of.
    private static let slowDecision = Duration.seconds(2)
    /// A command that takes longer is not done: who said it has said it again by then, or gone.
    private static let longestDecision = Duration.seconds(5)

    private static let remedy =
        "let this machine do less besides, or give it less to understand: 'front_end: { noise: off }', fewer commands"

    /// The words are there: tells of it where that took long, and refuses what took too long.
    ///
    /// - Parameter isTold: whether it was told of already.
    /// - Returns: whether it was refused, so that nothing comes of it any more.
    func refuseIfLate(_ hypothesis: UtteranceHypothesis, isTold: Bool) -> Bool {
        // An engine of one's own has a time limit of its own, and tells of it.
        guard input.isLive, hypothesis.source == nil, let decidingSince else { return false }
        let time = clock.present - decidingSince
        guard time >= Self.slowDecision else { return false }
        guard time >= Self.longestDecision, configuration.recognize == .commands else {
            guard !isTold else { return false }
            emit(.warning("what is said is understood late; this one took \(time.inWords): \(Self.remedy)"))
            return false
        }
        emit(
            .warning(
                "what was said is not done, as it was understood too late; it took \(time.inWords): \(Self.remedy)"
            ))
        unfinished = nil
        if question == nil {
            refuse(Rejection(text: hypothesis.text, reason: .late))
        } else {
            answer(.withdrawn)
        }
        return true
    }
}

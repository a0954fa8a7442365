import Decoding
import GPIO
import Interpretation
import Utterance

extension UtteranceSegmenter {
    /// The segmenter of a configuration.
    ///
    /// - Parameters:
    ///   - decoders: what was made for the same configuration.
    ///   - isLockstep: whether each block is decoded before the next is heard.
    ///   - wakeWitness: called with all that sounded like a wake phrase.
    convenience init(
        _ configuration: ApplianceConfiguration, decoders: Decoders, isLockstep: Bool,
        wakeWitness: ((WakeDetection) -> Void)? = nil
    ) {
        let limits = configuration.limits
        var options = Options()
        options.frontEnd = configuration.frontEnd
        options.noise = decoders.noise
        options.awaitsPress = configuration.listen == .button
        options.preRoll = limits.preRoll
        options.postRoll = limits.postRoll
        options.notice = limits.noticeBeforeEnd
        options.press =
            switch configuration.buttons[.talk]?.mode ?? .once {
            case .once: .once
            case .toggle: .toggled
            case .hold: .held
            }
        options.settlesPieces = configuration.recognize == .dictation
        options.isLockstep = isLockstep
        var request = UtteranceRequest()
        // Alternatives serve people who check dictated text; for a command they only cost time. The best one is among
        // those that are found.
        request.alternatives =
            configuration.recognize == .dictation ? ApplianceEvent.Transcript.mostAlternatives + 1 : 0
        self.init(
            SearchPlan(
                decoders.utterance,
                grammar: limits.endpointing == .grammar ? configuration.grammar : nil,
                timing: Endpointer.Timing(limits), request: request),
            answers: decoders.answer.map {
                SearchPlan($0, grammar: configuration.answers?.grammar, timing: .answer)
            },
            wake: decoders.wake, options: options, wakeWitness: wakeWitness)
    }
}

extension Endpointer.Timing {
    /// When a command's utterance ends, as the configuration limits it.
    init(_ limits: UtteranceLimits) {
        self.init()
        completePause = limits.pauseAfterCommand
        // Never shorter than after a command that nothing can follow.
        nearlyCompletePause = min(limits.pause, max(nearlyCompletePause, limits.pauseAfterCommand))
        extendablePause = limits.pause
        trailingSilence = limits.endpointing == .grammar ? limits.longestPause : limits.pause
        noSpeech = limits.speechWithin
        maximum = limits.longest
        preRoll = min(limits.preRoll, .milliseconds(500))
    }
}

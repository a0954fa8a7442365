import Decoding
import Grammar
import Interpretation
import Platform

/// From words to text: written as the configuration has it, in one place for all who use an appliance.
extension Appliance {
    /// Tells the words of an utterance that has ended, or of a piece of it, and what they take back.
    ///
    /// - Returns: Why nothing comes of them, where they take back what is not there.
    func tell(_ hypothesis: UtteranceHypothesis, isPiece: Bool = false) -> Rejection? {
        var transcript = ApplianceEvent.Transcript(hypothesis)
        let spelling: DictationFormatter.Spelling =
            if case .engine = hypothesis.source { .written } else { .words }
        transcript.alternatives = transcript.alternatives.map { dictation.line($0, spelling) }
        let entry = dictation.add(transcript.text, spelling, isPiece: isPiece, at: clock.now)
        transcript.text = entry.text
        // Each would keep what was taken back.
        if entry.hasDropped { (transcript.segments, transcript.alternatives) = ([], []) }
        transcript.hasMore = isPiece
        for text in entry.takenBack { emit(.retracted(text: text)) }
        emit(.final(transcript))
        return entry.isVain ? Rejection(text: hypothesis.text, reason: .nothingToTakeBack) : nil
    }

    /// A piece of what is being said is settled: text of its own, which nothing after it revises.
    ///
    /// - Parameter objection: why its words are not believed, which it has no more.
    func settle(_ piece: UtteranceHypothesis, _ objection: Rejection?) {
        if let objection {
            tell(objection)
            utterance.withhold()
        }
        // Noise after a pause, for one.
        guard !piece.words.isEmpty else { return }
        let vain = tell(piece, isPiece: true)
        if let vain { tell(vain) }
        utterance.settle(isVain: vain != nil)
    }

    /// The last piece of an utterance could not be searched: those before it are all, and their end is told.
    func endPieces() {
        guard utterance.hasSettled || utterance.hasWithheld else { return }
        let end = Duration.frames(segmenter.newest.frames.upperBound, at: Self.sampleRate)
        _ = tell(UtteranceHypothesis(words: [], start: end))
    }

    /// Shows whether there is text, and tells words that were not believed. Speech that nobody asked for, by a button or a wake
    /// phrase, is not answered.
    ///
    /// - Parameters:
    ///   - hasWords: whether the utterance, or the last piece of it, has any that are believed.
    ///   - objection: why others are not.
    func decideText(hasWords: Bool, _ objection: Rejection?) {
        if let objection { tell(objection) }
        guard utterance.isAskedFor else { return handle(.decided(.nothing)) }
        let hasWords = hasWords || utterance.hasSettled
        if !hasWords, objection == nil, !utterance.hasWithheld { tell(Rejection(text: "", reason: .noWords)) }
        handle(.decided(hasWords ? .accepted : .refused))
        devices.lights.show(hasWords ? .accepted : .rejected, at: clock.now)
    }

    /// Somebody gives up what is being said: what was told of it already is taken back, too.
    func cancelSpeech() {
        if machine.state == .recording || machine.state == .deciding {
            for text in dictation.takeBackPieces() { emit(.retracted(text: text)) }
        }
        handle(.cancel)
    }
}

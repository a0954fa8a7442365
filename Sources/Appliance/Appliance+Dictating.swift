import Decoding
import Grammar
import Interpretation

/// From words to text: written as the configuration has it, in one place for all who use an appliance.
extension Appliance {
    /// Tells the words of an utterance that has ended, and what it takes back.
    func tell(_ hypothesis: UtteranceHypothesis) {
        var transcript = ApplianceEvent.Transcript(hypothesis)
        let spelling: DictationFormatter.Spelling =
            if case .engine = hypothesis.source { .written } else { .words }
        let entry = dictation.add(transcript.text, spelling)
        transcript.text = entry.text
        transcript.alternatives = transcript.alternatives.map { dictation.line($0, spelling) }
        for text in entry.takenBack { emit(.retracted(text: text)) }
        emit(.final(transcript))
    }

    /// Shows whether there is text. Speech that nobody asked for, by a button or a wake phrase, is not answered.
    func decideText(hasWords: Bool) {
        guard utterance.isAskedFor else { return handle(.decided(.nothing)) }
        if !hasWords {
            reporter.summary.rejections += 1
            emit(.rejected(Rejection(text: "", reason: .noWords)))
        }
        handle(.decided(hasWords ? .accepted : .refused))
        devices.lights.show(hasWords ? .accepted : .rejected, at: clock.now)
    }
}

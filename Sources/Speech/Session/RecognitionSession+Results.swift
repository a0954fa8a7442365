import Capture
import Decoding
import Models

/// Results out: from updates of the search to events.
extension RecognitionSession {
    func handleUpdates() {
        guard !isOver else { return }
        sequence?.handleUpdates { handle($0) }
        tellSettled()
        settle()
        advance()
        // The final result, if this was the last utterance, says it all.
        if !isOver, hasNewlySettled { report(hypothesis: settledPieces) }
    }

    func handle(_ event: UtteranceSequence.Event) {
        guard !isOver, let sequence else { return }
        switch event {
        case .speechBegan:
            guard !hasDetectedSpeech else { return }
            hasDetectedSpeech = true
            report(.detectedSpeech)
        case .partial(let words):
            // Unverified yes/no partials are not reported: at first, any sound becomes a yes or a no.
            guard !words.isEmpty, !sequence.loan.plan.isConfirmation else { return }
            hasHeardWords = true
            guard settings.shouldReportPartialResults else { return }
            report(words)
        case .utterance(let hypothesis, let level) where settings.isEndless:
            if self.hypothesis != nil || !hypothesis.words.isEmpty {
                report(.utterance(hypothesis, level: level))
            }
            self.hypothesis = nil
        case .utterance(let hypothesis, _):
            settle(hypothesis)
            if sequence.loan.plan.isGrammar, !hypothesis.words.isEmpty { endAudio() }
        case .failed(let error):
            end(.failed(.decoding(error)))
        }
    }

    func report(_ words: [RecognizedWord]) {
        guard settings.isEndless else {
            return report(hypothesis: settledPieces + words.map { Transcription.Piece(word: $0) })
        }
        let hypothesis = Transcription(words.map { Transcription.Piece(word: $0) })
        guard hypothesis.formattedString != self.hypothesis?.formattedString else { return }
        self.hypothesis = hypothesis
        report(.words(words))
    }

    /// Goes on with those who wait until something is decided.
    func settle() {
        while let next = settling.first, !isOver {
            guard sequence?.settle(through: next.frame) != false else { return }
            tellSettled()
            settling.removeFirst().then()
        }
    }

    func settle(_ utterance: UtteranceHypothesis) {
        guard !utterance.words.isEmpty else { return takeBack() }
        let pieces = utterance.pieces
        let transcription = Transcription(pieces)
        settled.append(transcription)
        settledPieces += pieces
        hasNewlySettled = true
        report(.settled(transcription))
    }

    /// Nothing has come of the words of an utterance: of half a command, or of noise.
    private func takeBack() {
        guard let hypothesis, hypothesis.segments.count > settledPieces.count else { return }
        report(hypothesis: settledPieces)
    }

    /// Reports what is new: another text, or an utterance that was settled.
    func report(hypothesis pieces: [Transcription.Piece]) {
        guard settings.shouldReportPartialResults else { return }
        let isOld = !hasNewlySettled && self.hypothesis?.hasWords(of: pieces) == true
        // Not made of words that are no news: it has all since the task began.
        guard !isOld || settings.shouldReportTimeChanges else { return }
        let hypothesis = Transcription(pieces)
        guard !isOld || hypothesis != self.hypothesis else { return }
        hasNewlySettled = false
        self.hypothesis = hypothesis
        report(.hypothesis(hypothesis, settled: settled))
    }

    /// When no audio comes any more: ends the last utterance, then the task.
    func advance() {
        guard hasAudioEnded, !isOver else { return }
        if settings.isEndless, sequence?.isDeciding != true, sequence?.isListening != true {
            return end(fault.map { .failed(.audio($0)) } ?? .ended)
        }
        let hasHeardHalf = hasHeardWords && sequence?.loan.plan.isGrammar == true
        guard let sequence,
            !sequence.utterances.isEmpty || sequence.hasRefused || hasHeardHalf || sequence.isListening
                || sequence.isDeciding
        else {
            end(.failed(fault.map { .audio($0) } ?? .noSpeech))
            return
        }
        guard !sequence.isDeciding else { return }
        if sequence.isListening {
            sequence.finish()
            return
        }
        let result = SpeechRecognitionResult(
            sequence.utterances, settled: settled, alternatives: settings.maximumAlternatives)
        guard let fault else { return end(.final(result)) }
        if !sequence.utterances.isEmpty { report(.hypothesis(result.bestTranscription, settled: settled)) }
        end(.failed(.audio(fault)))
    }
}

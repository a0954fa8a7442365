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
        if !isOver, transcript.hasNews { reportHypothesis() }
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
            if isEndless {
                tellUnderWay(words)
            } else {
                reportHypothesis(with: words)
            }
        case .utterance(let hypothesis, let level) where isEndless:
            if wordsUnderWay != nil || !hypothesis.words.isEmpty {
                report(.utterance(hypothesis, level: level))
            }
            wordsUnderWay = nil
        case .utterance(let hypothesis, _):
            settle(hypothesis)
            if sequence.loan.plan.isGrammar, !hypothesis.words.isEmpty { endAudio() }
        case .failed(let error):
            end(.failed(.decoding(error)))
        }
    }

    private func tellUnderWay(_ words: [RecognizedWord]) {
        let text = words.map(\.text).joined(separator: " ")
        guard text != wordsUnderWay else { return }
        wordsUnderWay = text
        if settings.shouldReportPartialResults { report(.words(words)) }
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
        guard !utterance.words.isEmpty else {
            // Nothing has come of words that were told: of half a command, or of noise.
            if transcript.tellsMore { reportHypothesis() }
            return
        }
        report(.settled(transcript.settle(utterance)))
    }

    /// Reports what is new.
    private func reportHypothesis(with words: [RecognizedWord] = []) {
        guard settings.shouldReportPartialResults,
            let hypothesis = transcript.hypothesis(
                with: words, timesMatter: settings.shouldReportTimeChanges)
        else { return }
        report(.hypothesis(hypothesis, settled: transcript.utterances))
    }

    /// When no audio comes any more: ends the last utterance, then the task.
    func advance() {
        guard hasAudioEnded, !isOver else { return }
        if isEndless, sequence?.isDeciding != true, sequence?.isListening != true {
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
            sequence.utterances, settled: transcript.utterances, alternatives: settings.maximumAlternatives)
        guard let fault else { return end(.final(result)) }
        if !sequence.utterances.isEmpty {
            report(.hypothesis(result.bestTranscription, settled: transcript.utterances))
        }
        end(.failed(.audio(fault)))
    }
}

import Capture
import Decoding
import ListeningSupport
import Testing

@testable import Speech

/// What a task tells of what its session reports.
@Suite struct TaskOutputTests {
    private func words(_ text: String) -> [RecognizedWord] {
        text.split(separator: " ").map { RecognizedWord(text: String($0), start: .zero, end: .zero) }
    }

    private func utterance(_ text: String) -> RecognitionSession.Event {
        .utterance(UtteranceHypothesis(words: words(text)), level: nil)
    }

    private func told(
        of reports: [RecognitionSession.Event], isPartial: Bool = true, isCommand: Bool = false
    ) -> [String] {
        var settings = SpeechRecognitionRequest.Settings()
        settings.shouldReportPartialResults = isPartial
        if isCommand { settings.grammar = Fixture.movement }
        var output = TaskOutput(settings)
        var told: [String] = []
        for report in reports { told += output.events(for: report).map(name(of:)) }
        return told
    }

    private func name(of event: SpeechRecognitionTask.Event) -> String {
        switch event {
        case .hypothesis(let transcription, let settled):
            "\(transcription.formattedString) (\(settled.count) settled)"
        case .settled(let transcription): "settled: \(transcription.formattedString)"
        case .finishedReading: "read"
        case .final(let result): "final: \(result.bestTranscription.formattedString)"
        case .failed(.noSpeech): "no speech"
        case .failed(.audio): "damaged"
        default: "other"
        }
    }

    @Test("An utterance is settled at once and then told of in a partial result, unless it was the last")
    func utterances() {
        let reports: [RecognitionSession.Event] = [
            .words(words("go")), .words(words("go")), utterance("go forward"), .caughtUp, .caughtUp,
            .words(words("ten")), .finishedReading(nil), utterance("ten meters"), .ended(nil),
        ]
        let settled = ["settled: go forward", "read", "settled: ten meters", "final: go forward ten meters"]
        #expect(told(of: reports, isPartial: false) == settled)
        let all = [
            "go (0 settled)", "settled: go forward", "go forward (1 settled)", "go forward ten (1 settled)",
            "read", "settled: ten meters", "final: go forward ten meters",
        ]
        #expect(told(of: reports) == all)
    }

    @Test("Words that come to nothing are taken back")
    func takenBack() {
        let reports: [RecognitionSession.Event] = [
            utterance("go"), .caughtUp, .words(words("forward")), utterance(""), .caughtUp,
        ]
        let expected = ["settled: go", "go (1 settled)", "go forward (1 settled)", "go (1 settled)"]
        #expect(told(of: reports) == expected)
    }

    @Test(
        "A damaged recording gives its words before what is wrong with it, asked for or not",
        arguments: [true, false])
    func damaged(isPartial: Bool) {
        let fault = CaptureError.fileTruncated(path: "half.wav", missing: nil)
        let silent: [RecognitionSession.Event] = [.finishedReading(fault), .ended(nil)]
        #expect(told(of: silent, isPartial: isPartial) == ["read", "damaged"])
        let spoken: [RecognitionSession.Event] = [.finishedReading(fault), utterance("go"), .ended(nil)]
        let expected = ["read", "settled: go", "go (1 settled)", "damaged"]
        #expect(told(of: spoken, isPartial: isPartial) == expected)
    }

    @Test("What was refused, or half a command, is a result without words; silence and noise are none")
    func wordless() {
        #expect(told(of: [.ended(nil)]) == ["no speech"])
        #expect(told(of: [utterance(""), .ended(nil)]) == ["no speech"])
        #expect(told(of: [.refused, .ended(nil)]) == ["final: "])
        let half: [RecognitionSession.Event] = [.words(words("go")), utterance(""), .ended(nil)]
        #expect(told(of: half, isPartial: false) == ["no speech"])
        #expect(told(of: half, isPartial: false, isCommand: true) == ["final: "])
    }
}

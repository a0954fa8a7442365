import Interpretation
import Testing

@testable import Appliance

@Suite("What of the utterances of a file is its text")
struct FileTranscriptionTests {
    private func heard(_ texts: String...) -> FileTranscription {
        var transcription = FileTranscription()
        for text in texts { transcription.add(transcript(text)) }
        return transcription
    }

    private func transcript(_ text: String) -> ApplianceEvent.Transcript {
        ApplianceEvent.Transcript(text: text, confidence: 0.9, alternatives: [], segments: [])
    }

    @Test("What went on with the command before it is no sentence of its own")
    func continuing() {
        var transcription = heard("a coffee", "brew a latte with milk")
        transcription.reject(Rejection(text: "a coffee with milk", reason: .continues, score: 0.9))
        #expect(transcription.text == "a coffee")
        #expect(transcription.utterances.last?.withheld == "a coffee with milk")
        #expect(transcription.utterances.last?.withheldBecause == .continues)
    }

    @Test("A whole takes the place of its halves, and of nothing before them")
    func replaced() {
        var transcription = heard("a coffee", "a tea")
        transcription.note(Command(name: "tea", score: 0.9, text: "a tea"))
        transcription.add(transcript("with milk"))
        transcription.add(transcript("a tea with milk"))
        transcription.reject(Rejection(text: "a tea", reason: .replaced, score: 0.9))
        transcription.note(Command(name: "tea", score: 0.9, text: "a tea with milk"))
        #expect(transcription.utterances.map(\.text) == ["a coffee", "a tea with milk"])
        #expect(transcription.utterances.last?.command?.text == "a tea with milk")
    }

    @Test("Words that are no command are no text, and others that did nothing are")
    func rejected() {
        var transcription = heard("a coffee")
        transcription.reject(Rejection(text: "a coffee", reason: .incomplete))
        #expect(transcription.text == "a coffee")
        transcription.reject(Rejection(text: "a coffee", reason: .unlikely))
        #expect(transcription.text.isEmpty)
        #expect(transcription.utterances.first?.withheld == "a coffee")
    }
}

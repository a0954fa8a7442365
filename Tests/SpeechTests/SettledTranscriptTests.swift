import Decoding
import Testing

@testable import Speech

/// What is news of a task's words.
@Suite struct SettledTranscriptTests {
    private func words(_ text: String, from start: Int = 0) -> [RecognizedWord] {
        text.split(separator: " ").enumerated().map { index, word in
            let begin = Duration.milliseconds(start + 200 * index)
            return RecognizedWord(text: String(word), start: begin, end: begin + .milliseconds(100))
        }
    }

    @Test("The same words are told once, and with other times where these matter")
    func sameWords() {
        var transcript = SettledTranscript()
        let first = transcript.hypothesis(with: words("go"))
        let same = transcript.hypothesis(with: words("go", from: 100))
        let later = transcript.hypothesis(with: words("go", from: 100), timesMatter: true)
        let asLate = transcript.hypothesis(with: words("go", from: 100), timesMatter: true)
        let longer = transcript.hypothesis(with: words("go forward", from: 100))
        #expect(first?.formattedString == "go")
        #expect(same == nil && later != nil && asLate == nil)
        #expect(longer?.formattedString == "go forward")
    }

    @Test(
        "An utterance that is over is news with the words that were told already, and stays before the next")
    func settled() {
        var transcript = SettledTranscript()
        _ = transcript.hypothesis(with: words("go forward"))
        #expect(transcript.tellsMore)
        let settled = transcript.settle(UtteranceHypothesis(words: words("go forward")))
        #expect(settled.formattedString == "go forward")
        #expect(transcript.hasNews && !transcript.tellsMore)
        let news = transcript.hypothesis()
        let again = transcript.hypothesis()
        #expect(news?.formattedString == "go forward" && again == nil)
        #expect(!transcript.hasNews)
        let next = transcript.hypothesis(with: words("ten meters", from: 900))
        #expect(next?.formattedString == "go forward ten meters")
        #expect(transcript.utterances.map(\.formattedString) == ["go forward"])
    }
}

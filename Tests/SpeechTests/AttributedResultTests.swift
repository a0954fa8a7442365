import EarshotFoundation
import ListeningSupport
import Testing

@testable import Speech

/// Text of results as the Speech framework's programs take it: an `AttributedString`.
@Suite(.serialized) struct AttributedResultTests {
    private func results(
        _ options: Set<SpeechTranscriber.ReportingOption> = [.volatileResults]
    ) async throws -> [TranscriberResult] {
        let transcriber = Fixture.transcriber(options)
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let sound = [Fixture.goForward, Fixture.goForward].flatMap { $0 + Fixture.pause }
        try await analyzer.analyzeSequence(Fixture.inputs(sound))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        return try await results.value
    }

    @Test(
        "Texts of results that follow one another are joined as they are, final ones and the volatile one behind them"
    )
    func joined() async throws {
        var page = AttributedString()
        var shown: Set<String> = []
        for result in try await results() {
            if result.isFinal { page += result.text }
            shown.insert(String((result.isFinal ? page : page + result.text).characters))
        }
        #expect(String(page.characters) == "go forward ten meters go forward ten meters")
        #expect(shown.contains("go forward ten meters go forward"))
    }

    @Test("As a String, a text has no space at either end")
    func plain() async throws {
        let finals = try await results([])
        let texts: [String] = finals.map { $0.text }
        #expect(texts == ["go forward ten meters", "go forward ten meters"])
    }

    @Test("Each word is a run with its time and its confidence, in alternatives, too")
    func attributes() async throws {
        let final = try #require(try await results([.alternativeTranscriptions]).last)
        let alternatives: [AttributedString] = final.alternatives
        #expect(alternatives.count == final.transcriptions.count && alternatives.first == final.text)
        for (text, transcription) in zip(alternatives, final.transcriptions) {
            #expect(text.runs.count == transcription.segments.count)
            for (run, segment) in zip(text.runs, transcription.segments) {
                let range = try #require(run.audioTimeRange)
                #expect(abs(range.start.seconds - segment.timestamp) < 0.0001)
                #expect(abs(range.duration - segment.duration) < 0.0001)
                #expect(run.transcriptionConfidence == Double(segment.confidence))
                #expect(String(text[run.range].characters) == " " + segment.substring)
            }
        }
        let forward = try #require(final.text.runs.dropFirst().first)
        let range = try #require(forward.audioTimeRange)
        #expect(final.text.rangeOfAudioTimeRangeAttributes(intersecting: range) == forward.range)
        let before = AudioTimeRange(start: .init(sampleTime: 0, sampleRate: 1), end: final.range.start)
        #expect(final.text.rangeOfAudioTimeRangeAttributes(intersecting: before) == nil)
    }
}

import Decoding
import Foundation
import Grammar
import ListeningSupport
import Platform
import Synchronization
import Testing

@testable import Appliance
@testable import Interpretation

@Suite struct ApplianceEventTests {
    private func object(_ kind: ApplianceEvent.Kind) throws -> [String: Any] {
        let json = ApplianceEvent(kind, at: .milliseconds(1_250)).json
        #expect(!json.contains("\n"))
        return try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    /// Each, with all that it may carry.
    static var kinds: [ApplianceEvent.Kind] {
        let scores = VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.2)
        var summary = ApplianceEvent.Summary()
        summary.responses = [.milliseconds(200)]
        var outOfRange = Rejection(
            text: "floor ninety", reason: .outOfRange, score: 0.9, scores: scores, weighed: .phones,
            nearest: "floor")
        outOfRange.outOfRange = try! Grammar(commands: ["floor": "floor <1..30>"])
            .outOfRange(in: ["floor", "ninety"])?.limits
        return [
            .state(.recording), .led(name: "recording", on: true, pattern: "on"),
            .wake(phrase: "okay workshop", score: 2), .retracted(text: "go"),
            .button(name: "talk", pressed: true), .partial(text: "go"),
            .final(
                .init(
                    text: "go", confidence: 0.5, alternatives: [], segments: [], engine: "built-in",
                    problem: "away", hasMore: true)),
            .command(Command(name: "go", score: 0.9, text: "go")),
            .rejected(
                Rejection(
                    text: "so", reason: .unlikely, score: 0.2, scores: scores, weighed: .phones, nearest: "go"
                )),
            .rejected(outOfRange),
            .confirm(command: "go", outcome: .timedOut, question: "go?"),
            .output(name: "lamp", on: true, reason: "lamp"),
            .gap(duration: .seconds(1), reason: "xrun", isExact: false), .limit(remaining: .seconds(10)),
            .availability(true, source: "a microphone", reason: ""), .warning("dust"),
            .reload(problem: "a mistake"), .end(summary),
        ]
    }

    @Test("Every event is one line of JSON with version, time and name")
    func envelope() throws {
        for kind in Self.kinds {
            let object = try object(kind)
            #expect(object["v"] as? Int == 1)
            #expect(object["t"] as? Double == 1.25)
            #expect(object["event"] as? String == kind.name)
        }
    }

    @Test("What is out of range says what was said and what may be; without words, only what may be")
    func outOfRange() throws {
        let kind = Self.kinds.first { kind in
            if case .rejected(let rejection) = kind { rejection.outOfRange != nil } else { false }
        }
        let event = ApplianceEvent(try #require(kind), at: .zero)
        let told = event.json
        #expect(
            told.contains(#""highest":30"#) && told.contains(#""lowest":1"#) && told.contains(#""said":90"#))
        let withoutWords = try #require(event.withoutWords).json
        #expect(withoutWords.contains(#""highest":30"#) && !withoutWords.contains("ninety"))
        #expect(!withoutWords.contains("90"))
        #expect(Timeline.line(for: event)?.contains("90, and it takes 1 to 30") == true)
        #expect(Timeline.line(for: event, showsWords: false)?.contains("90") == false)
    }

    @Test("Without words a command has its slots, and no text")
    func slots() throws {
        let command = Command(
            name: "play", slots: ["rank": .text("ace")], score: 0.9, text: "an ace if you please")
        let kind = try #require(ApplianceEvent(.command(command), at: .zero).withoutWords).kind
        let told = try object(kind)
        #expect(told["slots"] as? [String: String] == ["rank": "ace"])
        #expect(told["text"] as? String == "")
    }

    @Test("Of a run that lasts for months the newest response times are kept")
    func longRun() {
        var summary = ApplianceEvent.Summary()
        for step in 1...10_000 { summary.responses.append(.milliseconds(step)) }
        #expect(summary.responses.count < 1_000)
        #expect(summary.responses.last == .milliseconds(10_000))
        #expect(summary.medianResponse.map { $0 > .seconds(9) } == true)
        summary += summary
        #expect(summary.responses.count < 1_000)
    }

    @Test("What goes wrong is told and counted, and warnings are written to the log")
    func trouble() throws {
        let lines = Lines()
        // Other tests play beside this one, each on a thread of its own.
        let thread = pthread_self()
        Log.redirect { _, line in if pthread_equal(pthread_self(), thread) != 0 { lines.add(line) } }
        defer { Log.redirect(to: nil) }
        var trouble = ApplianceEvent.Summary()
        for isLogged in [true, false] {
            trouble = try ApplianceHarness.play(
                """
                buttons: { talk: GPIO27 }
                commands: { lamp: { say: lamp on } }
                """, script: "1.00 unplug\n1.20 press talk\n1.50 replug\n", length: 2, logsWarnings: isLogged
            ).summary
        }
        #expect(trouble.outages == 1 && trouble.gaps == 1 && trouble.missing == .milliseconds(500))
        #expect(trouble.warnings == 1)
        #expect(lines.all.count { $0.hasPrefix("appliance: ") && $0.contains("press again") } == 1)
    }

    @Test("A partial event comes when the words change, and not while there are none")
    func partials() throws {
        let outcome = try ApplianceHarness.play(
            "commands: { lamp: { say: lamp on } }", commands: [.words("lamp on")],
            partials: ["", "lamp", "lamp", "lamp on", "lamp on", "lamp"], speechAt: [1.0..<1.6])
        let texts = outcome.events.compactMap { if case .partial(let text) = $0.kind { text } else { nil } }
        #expect(texts == ["lamp", "lamp on", "lamp"])
    }

    @Test("A final event carries its words with times, and its alternatives")
    func final() throws {
        let segment = ApplianceEvent.Segment(
            text: "go", start: .milliseconds(500), end: .milliseconds(740), confidence: 0.8)
        let object = try object(
            .final(.init(text: "go", confidence: 0.91239, alternatives: ["no"], segments: [segment])))
        #expect(object["text"] as? String == "go")
        #expect(object["confidence"] as? Double == 0.912)
        #expect(object["alternatives"] as? [String] == ["no"])
        let first = try #require((object["segments"] as? [[String: Any]])?.first)
        #expect(first["start"] as? Double == 0.5)
        #expect(first["end"] as? Double == 0.74)
    }

    @Test("A command's words are as sure as the command, those of free text each as sure as it is")
    func confidence() {
        func words(_ posteriors: [Double?]) -> [RecognizedWord] {
            posteriors.enumerated().map { index, posterior in
                RecognizedWord(
                    text: "go", start: .seconds(index), end: .seconds(index + 1), posterior: posterior)
            }
        }
        let scores = VerificationScores(wordMean: -5, worstWindow: 20, worstWords: -10, lengthSpread: 0.2)
        let command = ApplianceEvent.Transcript(
            UtteranceHypothesis(words: words([nil, nil]), verification: scores))
        let probability = CommandProbability(scores).value
        #expect(command.confidence == probability && probability > 0)
        #expect(command.segments.map(\.confidence) == [probability, probability])

        let freeText = ApplianceEvent.Transcript(UtteranceHypothesis(words: words([0.75, 0.25])))
        #expect(freeText.confidence == 0.5)
        #expect(freeText.segments.map(\.confidence) == [0.75, 0.25])

        #expect(ApplianceEvent.Transcript(UtteranceHypothesis(words: [])).confidence == 0)
    }

    @Test("A rejection says why, with its measures and the command it nearly was")
    func rejected() throws {
        let scores = VerificationScores(
            wordMean: -14.126, worstWindow: .infinity, worstWords: -41, lengthSpread: 0.4,
            worstOutside: 51.237, phoneCount: 9, wordCount: 2, phoneRate: 11.111, signalToNoise: 21.26,
            clarity: 0.12345)
        let object = try object(
            .rejected(
                Rejection(
                    text: "go", reason: .unlikely, score: 0.4, scores: scores, weighed: .lengthSpread,
                    nearest: "drive")))
        #expect(object["reason"] as? String == "unlikely")
        #expect(object["nearest"] as? String == "drive")
        let measures = try #require(object["scores"] as? [String: Any])
        #expect(measures["word_mean"] as? Double == -14.13)
        #expect(measures["worst_outside"] as? Double == 51.24)
        #expect(measures["phones"] as? Int == 9)
        #expect(measures["words"] as? Int == 2)
        #expect(measures["phone_rate"] as? Double == 11.11)
        #expect(measures["signal_to_noise"] as? Double == 21.3)
        #expect(measures["clarity"] as? Double == 0.123)
        #expect(object["weighed"] as? String == "length_spread")
        #expect(measures["worst_window"] as? Double == 0, "JSON has no infinity")
    }
}

/// Lines of the log, from any thread.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

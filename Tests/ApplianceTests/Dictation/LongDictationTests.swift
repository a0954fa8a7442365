import TestSupport
import Testing
import WyomingSupport

@testable import Appliance

/// A button that is held for long: what was said before a pause is text before it is let go.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct LongDictationTests {
    private static let script = "1.0 press talk\n9.0 release talk\n"

    /// Somebody who speaks without a pause: noise that goes on evenly would be taken for the room's own.
    private static func talk(_ from: Double, _ to: Double) -> [Range<Double>] {
        stride(from: from, to: to, by: 0.7).map { $0..<min(to, $0 + 0.5) }
    }

    /// Texts as they were told, each with `…` where more of the utterance was to come.
    private static func told(_ result: RunResult) -> [String] {
        result.events.compactMap { event in
            switch event.kind {
            case .final(let transcript): transcript.text + (transcript.hasMore ? " …" : "")
            case .retracted(let text): "retracted \(text)"
            case .rejected(let rejection): "rejected \(rejection.reason.rawValue)"
            default: nil
            }
        }
    }

    @Test(
        "What was said before a pause is text while the button is held, and what follows is a text of its own"
    )
    func pieces() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["four score", "and seven years", "ago"],
            speechAt: [1.2..<2.5, 4.0..<5.0, 7.5..<9.5], script: Self.script, length: 10)
        #expect(Self.told(result) == ["four score …", "and seven years …", "ago"])
        let times = result.events.compactMap { if case .final = $0.kind { $0.time } else { nil } }
        // 0.7 s after the speech, of which the detector hears some tenths more.
        #expect(times[0] >= .milliseconds(3200) && times[0] < .milliseconds(3700))
        #expect(times[1] >= .milliseconds(5700) && times[1] < .milliseconds(6200))
        #expect(result.states.filter { $0 == .recording }.count == 1)
        #expect(result.summary.utterances == 1)
    }

    @Test("The search of a piece begins shortly before its speech, and has none of the pause before it")
    func sound() throws {
        let frames = try DictationTests.dictate(
            nil, builtIn: ["four score", "and seven"], speechAt: [1.2..<2.5, 6.0..<9.5], script: Self.script,
            length: 10
        ).commands.frames
        let second = try #require(frames.firstIndex { $0.lowerBound >= 4 * 16_000 })
        #expect(frames[second].lowerBound >= 88_000 && frames[second].lowerBound <= 96_000, "5.5 s to 6 s")
        #expect(frames[second - 1].upperBound <= 60_000, "3.75 s")
        for (before, after) in zip(frames[second...], frames[(second + 1)...]) {
            #expect(after.lowerBound == before.upperBound, "none is heard twice, none is left out")
        }
    }

    @Test("A pause within a sentence settles nothing")
    func shortPause() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["four score and seven"], speechAt: Self.talk(1.2, 9), script: Self.script,
            length: 10)
        #expect(Self.told(result) == ["four score and seven"])
    }

    @Test("A button that is let go in a pause ends an utterance whose text is there, and refuses nothing")
    func endInPause() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["four score"], speechAt: [1.2..<2.5], script: Self.script, length: 10)
        #expect(Self.told(result) == ["four score …", ""])
        #expect(result.states.last { $0 != .starting } == .idle)
        #expect(result.summary.rejections == 0)
    }

    @Test("A piece in which no words were found is no text, and does not end the utterance")
    func emptyPiece() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["", "and seven"], speechAt: [1.2..<2.5] + Self.talk(4, 9), script: Self.script,
            length: 10)
        #expect(Self.told(result) == ["and seven"])
    }

    @Test("Nothing is lost of what is said while the piece before is still searched")
    func slowSearch() throws {
        // Asked in vain for 6 s: a pause meanwhile settles nothing.
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: ["one", "two", "three"].map { .words($0) }, latency: 300,
            speechAt: [1.2..<2.5, 4.0..<5.0, 6.5..<7.5], script: Self.script, length: 20)
        #expect(Self.told(result) == ["one …", "two"])
        let frames = result.commands.frames
        #expect(frames.last?.upperBound ?? 0 >= 120_000, "what was said up to 7.5 s was searched")
    }

    @Test("A piece that could not be searched is told, and the utterance goes on")
    func failedPiece() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: [.failure, .words("and seven")],
            speechAt: [1.2..<2.5] + Self.talk(4, 9), script: Self.script, length: 10)
        #expect(Self.told(result) == ["and seven"])
        #expect(result.warnings.contains { $0.contains("the test says so") })
    }

    @Test("Where the last piece could not be searched, those before it are the text, and its end is told")
    func failedEnd() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: [.words("buy milk"), .failure],
            speechAt: [1.2..<2.5] + Self.talk(4, 9), script: Self.script, length: 10)
        #expect(Self.told(result) == ["buy milk …", "", "rejected failed"])
    }

    @Test("What was settled stays where sound is lost, and only the piece under way is given up")
    func lostSound() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: [.words("buy milk")], speechAt: [1.2..<2.5] + Self.talk(4, 9),
            gapsAt: [5.0..<5.8], script: Self.script, length: 10)
        #expect(Self.told(result) == ["buy milk …"])
        #expect(result.warnings.contains { $0.contains("sound was lost") })
    }

    @Test("With readable text a sentence goes on after a pause, and begins after its end")
    func capitals() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["dear ada", "i will come full stop", "call me"],
            speechAt: [1.2..<2.5, 4.0..<5.0, 7.5..<9.5], more: "text: readable", script: Self.script,
            length: 10)
        #expect(Self.told(result) == ["Dear ada …", "I will come. …", "Call me"])
        let comma = try DictationTests.dictate(
            nil, builtIn: ["buy milk", "comma and bread"], speechAt: [1.2..<2.5] + Self.talk(4, 9),
            more: "text: readable",
            script: Self.script, length: 10)
        #expect(Self.told(comma) == ["Buy milk …", ", and bread"])
    }

    @Test("'Scratch that' after a pause takes the piece before it back, and only that")
    func scratchThat() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["buy milk", "buy wine", "scratch that", "and bread"],
            speechAt: [1.2..<2.2, 3.6..<4.6, 6.0..<7.0, 8.4..<9.5], more: "text: readable",
            script: Self.script,
            length: 11)
        #expect(
            Self.told(result) == ["Buy milk …", "buy wine …", "retracted buy wine", " …", "and bread"])
    }

    @Test("'Scratch that' first of the next utterance takes all pieces of the one before back")
    func scratchUtterance() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["buy milk", "and bread", "scratch that"],
            speechAt: [1.2..<2.2, 3.8..<4.8, 7.2..<8.2], more: "text: readable",
            script: """
                1.0 press talk
                5.0 release talk
                7.0 press talk
                8.4 release talk

                """, length: 10)
        #expect(
            Self.told(result) == [
                "Buy milk …", "and bread", "retracted and bread", "retracted Buy milk", "",
            ])
    }

    @Test("'Scratch that' before anything was said is refused, and what follows is text")
    func nothingToScratch() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["scratch that", "and bread"], speechAt: [1.2..<2.2, 3.6..<4.6],
            more: "text: readable",
            script: Self.script, length: 11)
        #expect(Self.told(result) == [" …", "rejected nothing-to-take-back", "And bread …", ""])
    }

    @Test(
        "Whoever cancels takes back what was settled of it, the newest first, and nothing before",
        arguments: ["raw", "readable"])
    func cancel(writing: String) throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            dictation: { text: \(writing) }
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: toggle } }
            """, commands: ["never mind", "one", "two", "three"].map { .words($0) },
            speechAt: [1.2..<2.0, 4.2..<5.2, 6.6..<7.6] + Self.talk(9, 12),
            script: """
                1.0 press talk
                1.1 release talk
                2.0 press talk
                2.1 release talk
                4.0 press talk
                4.1 release talk
                9.3 press talk
                11.3 release talk

                """, length: 12)
        let before = writing == "raw" ? ["never mind", "one …", "two …"] : ["Never mind", "One …", "two …"]
        let after =
            writing == "raw" ? ["retracted two", "retracted one"] : ["retracted two", "retracted One"]
        #expect(Self.told(result) == before + after)
    }

    @Test("What was settled stays where the microphone is muted, and does not begin the next utterance")
    func muted() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            dictation: { text: readable }
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold }, mute: GPIO5 }
            """, commands: ["buy milk", "call ada"].map { .words($0) },
            speechAt: [1.2..<2.5, 4.0..<6.0, 8.2..<8.8],
            script: """
                1.0 press talk
                5.0 press mute
                6.0 release mute
                6.5 release talk
                8.0 press talk
                9.0 release talk

                """, length: 11)
        #expect(Self.told(result) == ["Buy milk …", "Call ada"])
    }

    @Test("Commands are heard as one, however long somebody pauses with the button held")
    func commands() throws {
        let result = try ApplianceHarness.play(
            """
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: GPIO22 }
            commands:
              lamp: { say: "lamp on", do: { output: lamp, set: on } }
            """, commands: [.words("lamp on")], speechAt: [1.2..<2.5, 4.0..<5.0], script: Self.script,
            length: 10)
        #expect(result.commands.utterances == 1)
        #expect(result.moves == ["lamp on"])
        #expect(result.transcripts.map(\.hasMore) == [false])
    }

    @Test("Without a button, a pause ends the utterance as before")
    func handsFree() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            listen: always
            lights: { recording: GPIO17 }
            """, commands: ["four score", "and seven"].map { .words($0) }, speechAt: [1.2..<2.5, 4.5..<6.0],
            length: 9)
        #expect(Self.told(result) == ["four score", "and seven"])
    }

    @Test("An engine of one's own is asked for each piece by itself")
    func engine() throws {
        let server = try WyomingTestServer(.answers("Four score."))
        let result = try DictationTests.dictate(
            server, builtIn: ["", ""], speechAt: [1.2..<2.5] + Self.talk(4, 9), script: Self.script,
            length: 10)
        #expect(Self.told(result) == ["Four score. …", "Four score."])
        #expect(result.transcripts.allSatisfy { $0.engine == server.address })
    }

    @Test("Somebody who makes no pause is text within a minute, and nothing of it is left out or heard twice")
    func noPause() throws {
        let result = try DictationTests.dictate(
            nil, builtIn: ["one", "two", "three"], speechAt: Self.talk(1.2, 140),
            more: "}\nlimits: { longest: 5min",
            script: "1.0 press talk\n140.0 release talk\n", length: 141)
        #expect(Self.told(result) == ["one …", "two …", "three"])
        for (before, after) in zip(result.commands.frames, result.commands.frames.dropFirst()) {
            #expect(after.lowerBound == before.upperBound)
        }
    }
}

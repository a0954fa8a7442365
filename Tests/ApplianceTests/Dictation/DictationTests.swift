import Configuration
import Platform
import TestSupport
import Testing
import WyomingSupport

@testable import Appliance

/// Hold, speak, let go: what the appliance tells of it.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct DictationTests {
    /// Two seconds of speech with the button held.
    static func dictate(
        _ server: WyomingTestServer?, builtIn: [String] = ["four score and seven"],
        speechAt: [Range<Double>] = [1.2..<2.5], more: String = "",
        script: String = "1.0 press talk\n3.0 release talk\n",
        length: Double = 4
    ) throws -> RunResult {
        let engine = server.map { "engine: '\($0.address)', timeout: 1s" } ?? ""
        return try ApplianceHarness.play(
            """
            recognize: dictation
            dictation: { \(engine)\(more) }
            lights: { recording: GPIO17, ready: GPIO22 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: builtIn.map { .words($0) }, speechAt: speechAt, script: script, length: length,
            asksEngine: true)
    }

    @Test("The text of the engine is the final event, and says whose it is")
    func text() throws {
        let server = try WyomingTestServer(.answers("Four score and seven years."))
        let result = try Self.dictate(server)
        let final = try #require(result.transcripts.first)
        #expect(final.text == "Four score and seven years.")
        #expect(final.engine == server.address)
        #expect(final.problem == nil)
        #expect(result.transcripts.count == 1)
    }

    @Test(
        "Where the built-in recognizer stands in, the event and a warning say why, without the engine's own words"
    )
    func standIn() throws {
        let server = try WyomingTestServer(.refuses("cannot write 'four score'"))
        let result = try Self.dictate(server)
        let final = try #require(result.transcripts.first)
        #expect(final.text == "four score and seven")
        #expect(final.engine == "built-in")
        #expect(final.problem == "\(server.address): it says that it cannot; its own log says why")
        #expect(result.warnings.contains { $0.contains("that it cannot") && $0.contains("built-in") })
        #expect(!result.warnings.contains { $0.contains("four score") })
    }

    @Test("A reason that is a question ends as one")
    func question() throws {
        let result = try Self.dictate(try WyomingTestServer(.writes([10])))
        #expect(
            result.warnings.first?.hasSuffix("Wyoming server? The built-in recognizer answered instead")
                == true)
    }

    @Test("What was said is text also after a long silence with the button held")
    func longSilence() throws {
        let server = try WyomingTestServer(.answers("Four score."))
        let result = try Self.dictate(server, script: "1.0 press talk\n19.0 release talk\n", length: 20)
        #expect(result.transcripts.map(\.text) == ["Four score.", ""])
        #expect(result.transcripts.map(\.hasMore) == [true, false])
    }

    @Test("Words that the engine makes of silence are none")
    func silence() throws {
        let server = try WyomingTestServer(.answers("Thank you for watching."))
        let result = try Self.dictate(server, speechAt: [])
        #expect(result.transcripts.map(\.text) == [""])
        let reasons = result.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
        }
        #expect(reasons == [.noSpeech])
    }

    // MARK: - Limits and notices

    @Test("Nothing said is no text, and is said so by an event and the lights")
    func nothingSaid() throws {
        let result = try Self.dictate(nil, builtIn: [""], speechAt: [])
        #expect(result.transcripts.map(\.text) == [""])
        let reasons = result.events.compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection.reason } else { nil }
        }
        #expect(reasons == [.noWords])
        #expect(Self.patterns(of: "ready", in: result).contains("rejected"))
        #expect(result.summary.rejections == 1)
    }

    @Test("Text that was heard is shown by the lights, and is no refusal")
    func textShown() throws {
        let result = try Self.dictate(nil)
        #expect(Self.patterns(of: "ready", in: result).contains("accepted"))
        #expect(result.summary.rejections == 0)
    }

    @Test(
        "At the limit the text is there, after a notice with a quickening light, though the button stays pressed"
    )
    func limit() throws {
        let result = try Self.dictate(
            nil, speechAt: stride(from: 1.2, to: 9, by: 0.7).map { $0..<$0 + 0.5 },
            more: "}\nlimits: { longest: 4s",
            script: "1.0 press talk\n9.0 release talk\n",
            length: 10)
        let notice = try #require(
            result.events.first { if case .limit(let left) = $0.kind { left == .seconds(1) } else { false } })
        let final = try #require(
            result.events.first { if case .final = $0.kind { true } else { false } })
        #expect(notice.time >= .milliseconds(3900) && notice.time <= .milliseconds(4100))
        #expect(final.time >= .milliseconds(4900) && final.time <= .milliseconds(5300))
        #expect(result.transcripts.map(\.text) == ["four score and seven"])
        #expect(Self.patterns(of: "ready", in: result).contains("limit"))
    }

    @Test("A press as long as 'cancel_after' leaves no text")
    func cancelled() throws {
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: toggle } }
            """, commands: [.words("never mind")], speechAt: [1.2..<2.9],
            script: "1.0 press talk\n1.1 release talk\n3.0 press talk\n5.0 release talk\n", length: 6)
        let taken = result.events.compactMap { event in
            if case .retracted(let text) = event.kind { text } else { nil }
        }
        #expect(taken == result.transcripts.map(\.text))
    }

    @Test(
        "Neither the tone that says when to speak nor that of the end before is in what is dictated, however soon the next press comes",
        arguments: ["hold", "toggle", "once"])
    func tones(mode: String) throws {
        // From 0.1 s after each end on: while its tone sounds, while that dies away, and later.
        let pauses = [0.1, 0.25, 0.3, 0.35, 0.45, 0.6, 1.0]
        var script = ""
        var time = 1.0
        for pause in pauses {
            let isHeld = mode == "hold"
            script += "\(time) press talk\n\(time + (isHeld ? 1.5 : 0.1)) release talk\n"
            if mode == "toggle" { script += "\(time + 1.5) press talk\n\(time + 1.6) release talk\n" }
            time += 1.7 + pause
        }
        let loudspeaker = LoggedLoudspeaker()
        let result = try ApplianceHarness.play(
            """
            recognize: dictation
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: \(mode) } }
            voice: { tones: on }
            limits: { longest: 1500ms }
            """, commands: pauses.map { _ in .words("four score") }, speechAt: [0..<time], script: script,
            length: time + 2, loudspeaker: loudspeaker)
        #expect(result.transcripts.count { !$0.hasMore } >= 5)
        #expect(
            loudspeaker.times.count >= 2 * result.transcripts.count { !$0.hasMore },
            "one before and one after each")
        for kept in result.commands.frames {
            let (from, to) = (
                Duration.frames(kept.lowerBound, at: 16_000), Duration.frames(kept.upperBound, at: 16_000)
            )
            let heard = loudspeaker.times.filter { $0.from < to && from < $0.to }
            #expect(heard.isEmpty, "\(from) to \(to) has what sounded in \(heard)")
        }
    }

    static func patterns(of light: String, in result: RunResult) -> [String] {
        result.events.compactMap { event in
            if case .led(light, _, let pattern) = event.kind { pattern } else { nil }
        }
    }

    // MARK: - Readable text

    @Test("Text is written as one reads it, where that is configured")
    func readable() throws {
        let spoken = ["mail ada at example dot org comma at three pm"]
        #expect(
            try Self.dictate(nil, builtIn: spoken, more: "text: readable").transcripts.map(\.text)
                == ["Mail ada@example.org, at 3 pm"])
        #expect(try Self.dictate(nil, builtIn: spoken, more: "text: raw").transcripts.map(\.text) == spoken)
        #expect(try Self.dictate(nil, builtIn: spoken).transcripts.map(\.text) == spoken)
    }

    @Test("Two minutes after the last text nobody takes it back: another visitor may stand there")
    func forgets() throws {
        let text = "{ recognize: dictation, dictation: { text: readable } }"
        let configuration = try ApplianceConfiguration(Document(text: text, name: "t.yaml"))
        func takenBack(after span: Duration) -> [String] {
            var record = DictationRecord(configuration)
            record.begin(at: .seconds(1))
            _ = record.add("buy milk", .words, isPiece: false, at: .seconds(3))
            record.begin(at: .seconds(3) + span)
            return record.add("scratch that", .words, isPiece: false, at: .seconds(4) + span).takenBack
        }
        #expect(takenBack(after: .seconds(119)) == ["Buy milk"])
        #expect(takenBack(after: .seconds(121)) == [])
    }

    @Test("What is taken back within an utterance is in none of what is told of it")
    func droppedWords() throws {
        let dropped = try #require(
            Self.dictate(nil, builtIn: ["buy milk scratch that buy bread"], more: "text: readable")
                .transcripts.first)
        #expect(dropped.text == "Buy bread")
        #expect(dropped.segments.isEmpty)
        let meant = try #require(
            Self.dictate(nil, builtIn: ["i had to scratch that itch"], more: "text: readable")
                .transcripts.first)
        #expect(meant.segments.count == 6)
    }

    @Test("Of a recording it is known that its words were taken back, and not that nobody spoke")
    func takenBackInRecording() {
        func transcript(_ text: String, _ confidence: Double) -> ApplianceEvent.Transcript {
            ApplianceEvent.Transcript(text: text, confidence: confidence, alternatives: [], segments: [])
        }
        var later = FileTranscription()
        later.add(transcript("Buy milk", 0.5))
        #expect(!later.hasTakenBack)
        later.takeBack()
        #expect(later.hasTakenBack && later.text.isEmpty)
        var atOnce = FileTranscription()
        atOnce.add(transcript("", 0))
        #expect(!atOnce.hasTakenBack)
        atOnce.add(transcript("", 0.5))
        #expect(atOnce.hasTakenBack)
    }

    @Test("What was told can be taken back by another configuration, too")
    func goesOn() throws {
        let text = "{ recognize: dictation, dictation: { text: readable } }"
        let configuration = try ApplianceConfiguration(Document(text: text, name: "t.yaml"))
        var before = DictationRecord(configuration)
        before.begin(at: .seconds(1))
        _ = before.add("buy milk", .words, isPiece: false, at: .seconds(3))
        var record = DictationRecord(configuration, goingOn: before)
        record.begin(at: .seconds(5))
        let entry = record.add("scratch that", .words, isPiece: false, at: .seconds(6))
        #expect(entry.takenBack == ["Buy milk"])
    }

    @Test(
        "What is taken back is told with its text, before the utterance that takes it back; nothing left is a refusal"
    )
    func retracted() throws {
        let result = try Self.dictate(
            nil, builtIn: ["buy milk", "scratch that", "scratch that"],
            speechAt: [1.2..<1.8, 4.2..<4.8, 7.2..<7.8],
            more: "text: readable",
            script: """
                1.0 press talk
                2.0 release talk
                4.0 press talk
                5.0 release talk
                7.0 press talk
                8.0 release talk

                """, length: 9)
        let told = result.events.compactMap { event in
            switch event.kind {
            case .final(let transcript): "final \(transcript.text)"
            case .retracted(let text): "retracted \(text)"
            case .rejected(let rejection): "\(rejection.reason.rawValue) \(rejection.text)"
            default: nil
            }
        }
        #expect(
            told == [
                "final Buy milk", "retracted Buy milk", "final ", "final ",
                "nothing-to-take-back scratch that",
            ])
        #expect(Self.patterns(of: "ready", in: result).count { $0 == "rejected" } == 1)
    }

    @Test("An engine's own capitals and digits stay, and its spoken marks are marks")
    func written() throws {
        let server = try WyomingTestServer(.answers("Dear Ada, comma, new line, I have 25."))
        let final = try #require(Self.dictate(server, more: ", text: readable").transcripts.first)
        #expect(final.text == "Dear Ada,\nI have 25.")
    }
}

extension RunResult {
    var transcripts: [ApplianceEvent.Transcript] {
        events.compactMap { if case .final(let transcript) = $0.kind { transcript } else { nil } }
    }
}

import ListeningSupport
import TestSupport
import Testing

@testable import Appliance

/// A button that is held while nobody speaks: noise makes words, and none of them is text.
@Suite(.timeLimit(.minutes(1)))
struct NoiseTests {
    private static func hold(
        _ commands: [ScriptedSearch.Line], partials: [String] = [], speechAt noises: [Range<Double>],
        listen: String = "button", script: String = "1.0 press talk\n9.0 release talk\n"
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            recognize: dictation
            lights: { recording: GPIO17, ready: GPIO22 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: commands, partials: partials, speechAt: noises, script: script, length: 10)
    }

    private static func told(_ result: RunResult) -> [String] {
        result.events.compactMap { event in
            switch event.kind {
            case .final(let transcript): transcript.text + (transcript.hasMore ? " …" : "")
            case .rejected(let rejection): "\(rejection.reason.rawValue) \(rejection.text)"
            default: nil
            }
        }
    }

    @Test("It is no text, is shown as nothing said, and one refusal tells which words it would have been")
    func wholePress() throws {
        let result = try Self.hold(
            [.noise("and then")], speechAt: [8.0..<9.5], script: "7.5 press talk\n9.0 release talk\n")
        #expect(Self.told(result) == ["", "no-speech and then"])
        #expect(result.summary.rejections == 1)
        #expect(DictationTests.patterns(of: "ready", in: result).contains("rejected"))
        let final = try #require(result.transcripts.first)
        #expect(final.segments.isEmpty && final.alternatives.isEmpty)
    }

    @Test("Between two pieces that were spoken it is left out, and they stay")
    func betweenPieces() throws {
        let result = try Self.hold(
            [.words("four score"), .noise("the"), .words("ago")],
            speechAt: [1.2..<2.5, 4.0..<5.0, 7.5..<9.5])
        #expect(Self.told(result) == ["four score …", "no-speech the", "ago"])
        #expect(DictationTests.patterns(of: "ready", in: result).contains("accepted"))
    }

    @Test("After what was spoken it is left out, and refuses nothing of that")
    func afterSpeech() throws {
        let result = try Self.hold(
            [.words("four score"), .noise("the")], speechAt: [1.2..<2.5, 7.5..<9.5])
        #expect(Self.told(result) == ["four score …", "", "no-speech the"])
        #expect(!DictationTests.patterns(of: "ready", in: result).contains("rejected"))
    }

    @Test("It is told where nobody asked for the utterance, too")
    func unasked() throws {
        let result = try Self.hold([.noise("the")], speechAt: [1.2..<2.5], listen: "always", script: "")
        #expect(Self.told(result) == ["", "no-speech the"])
    }

    @Test("The event keeps its reason for whoever may not read words")
    func withoutWords() throws {
        let result = try Self.hold(
            [.noise("and then")], speechAt: [8.0..<9.5], script: "7.5 press talk\n9.0 release talk\n")
        let told = result.events.compactMap(\.withoutWords).compactMap { event in
            if case .rejected(let rejection) = event.kind { rejection } else { nil }
        }
        #expect(told.map(\.reason) == [.noSpeech])
        #expect(told.map(\.text) == [""])
    }
}

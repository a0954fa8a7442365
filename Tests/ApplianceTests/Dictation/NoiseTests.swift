import ListeningSupport
import TestSupport
import Testing
import Vocabulary

@testable import Appliance

/// A button that is held while nobody speaks: noise makes words, and none of them is text.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct NoiseTests {
    private static func hold(
        _ commands: [ScriptedSearch.Line], partials: [String] = [], evidence: Double? = nil,
        speechAt noises: [Range<Double>],
        listen: String = "button", script: String = "1.0 press talk\n9.0 release talk\n"
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            recognize: dictation
            lights: { recording: GPIO17, ready: GPIO22 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: commands, partials: partials, evidence: evidence, speechAt: noises, script: script,
            length: 10)
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

    @Test(
        "Where a press holds nothing but noise, each piece of it is told, and that no words were heard is not told besides"
    )
    func onlyNoise() throws {
        let result = try Self.hold([.noise("the"), .noise("and")], speechAt: [1.2..<2.5, 4.0..<5.0])
        #expect(Self.told(result) == ["no-speech the", "no-speech and", ""])
        #expect(result.summary.rejections == 2)
        #expect(DictationTests.patterns(of: "ready", in: result).contains("rejected"))
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

    @Test("Words are shown meanwhile as soon as somebody is heard to speak, and not before")
    func partials() throws {
        for (evidence, shown) in [(0.1, []), (0.5, ["four"]), (nil, ["four"])] {
            let result = try Self.hold(
                [.words("four")], partials: ["four"], evidence: evidence, speechAt: [1.2..<2.5])
            let partials = result.events.compactMap { event in
                if case .partial(let text) = event.kind { text } else { nil }
            }
            #expect(partials == shown)
        }
    }

    // MARK: - With the built-in recognizer

    /// Held for 3 s in noise, then for "go forward ten meters": the texts of both, and the words that are withheld.
    private static func hold(
        _ dictation: String, in folder: TemporaryFolder
    ) throws -> (texts: [[String]], withheld: [String]) {
        _ = Fixture.pack
        let sound =
            Signal.noise(.seconds(1), amplitude: 10)
            + Signal.struck(.seconds(3), every: 0.07, dying: 0.05, amplitude: 6000)
            + Signal.noise(.seconds(2), amplitude: 10) + Fixture.goForward
            + Signal.noise(.seconds(1), amplitude: 10)
        let bytes = sound.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                locale: en-US
                recognize: dictation
                dictation: { \(dictation) }
                lights: { recording: GPIO17 }
                buttons: { talk: { line: GPIO27, mode: hold } }
                """, to: "kiosk.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        options.input = .file(path: folder.write(bytes, to: "kitchen.raw"), pace: .asFastAsPossible)
        options.script = try BoardScript(
            text: "1.0 press talk\n4.0 release talk\n5.6 press talk\n8.8 release talk\n", name: "script",
            buttons: configuration.buttonNames)
        var texts: [[String]] = [[], []]
        var withheld: [String] = []
        let appliance = try Appliance(configuration, options: options) { event in
            switch event.kind {
            case .final(let transcript) where !transcript.text.isEmpty:
                texts[event.time < .seconds(5.6) ? 0 : 1].append(transcript.text)
            case .rejected(let rejection) where rejection.reason == .noSpeech:
                withheld.append(rejection.text)
            default: break
            }
        }
        _ = try appliance.run(until: StopSignal())
        return (texts, withheld)
    }

    @Test(
        "Whatever the profile, noise comes to no text, and what is said in the same room afterwards does",
        arguments: ["accurate", "balanced", "fast"])
    func profiles(profile: String) throws {
        let (texts, withheld) = try Self.hold("profile: \(profile)", in: TemporaryFolder())
        #expect(texts[0].isEmpty)
        #expect(texts[1].joined(separator: " ").contains("forward ten meters"))
        #expect(!withheld.isEmpty)
    }

    @Test("Neither does it with nothing but a site's own words")
    func vocabulary() throws {
        let folder = TemporaryFolder()
        var builder = try VocabularyBuilder(for: Fixture.pack)
        try builder.add(folder.write("go forward ten meters\nyes\nno\nhey\nif so", to: "site.txt"))
        try builder.finish().write(to: folder.path("site"))
        let (texts, _) = try Self.hold("vocabulary: site, mix: 0%", in: folder)
        #expect(texts == [[], ["go forward ten meters"]])
    }
}

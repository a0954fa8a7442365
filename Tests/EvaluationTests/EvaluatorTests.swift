import Appliance
import Foundation
import TestSupport
import Testing
import Utterance

@testable import Evaluation

/// With the real decoders, and recordings of the Debian package pocketsphinx-testdata.
@Suite struct EvaluatorTests {
    private let folder = TemporaryFolder()

    private func samples(_ name: String) throws -> [Int16] {
        let file = try Data(contentsOf: URL(filePath: "/usr/share/pocketsphinx/test/data/" + name))
        return file.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
    }

    @Test("The response is the command's, whatever is heard after it")
    func responseBeforeOtherSpeech() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                locale: en-US
                commands: { go: { say: "go (forward | backward) (one | two | three | ten) (meter | meters)" } }
                """, to: "site.yaml"))
        func pause(seconds: Int) -> [Int16] { [Int16](repeating: 0, count: 16_000 * seconds) }
        let sound =
            try samples("goforward.raw") + pause(seconds: 10) + samples("numbers.raw") + pause(seconds: 1)
        folder.write(WaveFile.bytes(of: sound), to: "a.wav")
        let manifest = try Manifest(
            path: folder.write(#"{"audio": "a.wav", "command": "go"}"#, to: "site.jsonl"))
        var results: [Evaluator.Result] = []
        _ = try Evaluator(configuration, manifest: manifest).run(workers: 1, until: StopSignal()) {
            results.append($0)
        }
        let result = try #require(results.first)
        #expect(result.verdict == .right)
        #expect(result.texts.count > 1, "only \(result.texts): nothing was heard after the command")
        let response = try #require(result.responses.first)
        #expect(response.reference == .alignment)
        // It holds the time that a loaded machine takes, too; what is heard after it ends 12 s later.
        #expect(response.time < .seconds(8))
    }

    @Test("What the recording's end decided is done, and is not timed")
    func cutShort() throws {
        let configuration = try ApplianceConfiguration.load(
            folder.write(
                """
                locale: en-US
                commands:
                  go: { say: "go (forward | backward) (one | two | three | ten) (meter | meters)", confirm: button }
                buttons: { talk: GPIO27 }
                lights: { ready: GPIO12 }
                """, to: "site.yaml"))
        let sound = try samples("goforward.raw")
        // The last word ends at 2.2 s; it takes some tenths of a second more until the command is taken for complete.
        folder.write(WaveFile.bytes(of: Array(sound[..<35_200])), to: "cut.wav")
        folder.write(WaveFile.bytes(of: sound), to: "whole.wav")
        let manifest = try Manifest(
            path: folder.write(
                """
                {"audio": "cut.wav", "command": "go"}
                {"audio": "whole.wav", "command": "go"}
                {"audio": "whole.wav", "command": null}
                """, to: "site.jsonl"))
        var results: [Evaluator.Result] = []
        let score = try Evaluator(configuration, manifest: manifest).run(workers: 1, until: StopSignal()) {
            results.append($0)
        }
        let verdicts: [Score.Verdict] = [.right, .right, .falseAccept]
        #expect(results.map(\.verdict) == verdicts)
        #expect(results.map(\.responses.count) == [0, 1, 1])
        #expect(score.responses.count == 2)
        #expect(score.untimedResponses == 1)
        #expect(results.allSatisfy { $0.asking == ["go"] })
        #expect(score.falseQuestions == 1, "nobody was asked")
    }

    /// Woken by "go forward", and then told how far.
    private func rover() throws -> ApplianceConfiguration {
        try ApplianceConfiguration.load(
            folder.write(
                """
                locale: en-US
                listen: wake
                wake: go forward
                commands: { distance: { say: "<n> meters" } }
                rules: { n: "ten | two" }
                """, to: "rover.yaml"))
    }

    @Test("A phrase and a command in one breath come to the same alone and after other recordings")
    func oneBreath() throws {
        let configuration = try rover()
        folder.write(WaveFile.bytes(of: try samples("goforward.raw")), to: "breath.wav")
        folder.write(WaveFile.bytes(of: try samples("numbers.raw").map { $0 / 8 }), to: "other.wav")
        let breath =
            #"{"audio": "breath.wav", "wake": "go forward", "command": "distance", "slots": {"n": "ten"}}"#
        let other = #"{"audio": "other.wav", "wake": "go forward", "command": "distance"}"#
        func breaths(_ lines: [String]) throws -> [Evaluator.Result] {
            var results: [Evaluator.Result] = []
            let manifest = try Manifest(
                path: folder.write(lines.joined(separator: "\n"), to: "site.jsonl"))
            _ = try Evaluator(configuration, manifest: manifest).run(workers: 1, until: StopSignal()) {
                results.append($0)
            }
            return results.filter { $0.clip.name == "breath.wav" }
        }
        let alone = try #require(try breaths([breath]).first)
        #expect(alone.verdict == .right)
        let both = try breaths([breath, other, other, breath])
        #expect(both.map(\.wakes) == [alone.wakes, alone.wakes])
        #expect(both.map(\.texts) == [alone.texts, alone.texts])
        for result in both {
            // The decoder of words keeps a trace of the sound before, in the third digit.
            let score = try #require(result.commands.first?.score)
            #expect(abs(score - alone.commands[0].score) < 0.005)
        }
    }

    @Test("A phrase that is said quietly is found in the same place alone and after loud recordings")
    func quietPhrase() throws {
        let configuration = try rover()
        let loud = try samples("goforward.raw")
        folder.write(WaveFile.bytes(of: loud), to: "loud.wav")
        folder.write(WaveFile.bytes(of: loud.map { $0 / 64 }), to: "quiet.wav")
        func places(_ names: [String]) throws -> [[WakeDetection]] {
            let lines = names.map { #"{"audio": "\#($0).wav", "wake": "go forward"}"# }
            let manifest = try Manifest(
                path: folder.write(lines.joined(separator: "\n"), to: "quiet.jsonl"))
            var found: [[WakeDetection]] = []
            _ = try Evaluator(configuration, manifest: manifest).run(workers: 1, until: StopSignal()) {
                if $0.clip.name == "quiet.wav" { found.append($0.places) }
            }
            return found
        }
        let alone = try #require(try places(["quiet"]).first)
        #expect(!alone.isEmpty)
        #expect(try places(["loud", "loud", "loud", "quiet"]) == [alone])
    }

    @Test("Tuning finds a phrase in the same places whatever lies before it, and with any number of workers")
    func quietPhraseInTuning() throws {
        let configuration = try rover()
        let loud = try samples("goforward.raw")
        folder.write(WaveFile.bytes(of: loud), to: "loud.wav")
        folder.write(WaveFile.bytes(of: loud.map { $0 / 64 }), to: "quiet.wav")
        func places(_ names: [String], workers: Int) throws -> [[WakeTuning.Place]] {
            let lines = names.map { #"{"audio": "\#($0).wav", "wake": "go forward"}"# }
            let manifest = try Manifest(
                path: folder.write(lines.joined(separator: "\n"), to: "takes.jsonl"))
            return try WakeTuning(configuration, manifest: manifest, workers: workers, until: StopSignal())
                .recordings.map(\.places)
        }
        let found = try places(["loud", "loud", "quiet"], workers: 1)
        #expect(found.allSatisfy { !$0.isEmpty })
        #expect(try places(["quiet", "loud", "loud"], workers: 1) == found.reversed())
        #expect(try places(["loud", "loud", "quiet"], workers: 3) == found)
    }
}

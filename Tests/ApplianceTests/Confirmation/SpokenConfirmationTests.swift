import Capture
import Configuration
import Foundation
import Playback
import TestSupport
import Testing

@testable import Appliance

/// The whole way with the real decoders: a recorded command, the question, an answer, the pin.
///
/// The command is a person's ("go forward ten meters", Debian package pocketsphinx-testdata), as is the chatter (a
/// reader of LibriVox). The answers are synthetic, from flite: the package has no recording of a yes.
@Suite struct SpokenConfirmationTests {
    private static let recordings = "/usr/share/pocketsphinx/test/data/"

    private static func samples(_ name: String) throws -> [Int16] {
        let file = try Data(contentsOf: URL(filePath: recordings + name))
        let body = name.hasSuffix(".wav") ? file.dropFirst(44) : file
        return body.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
    }

    private static func silence(_ seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: Int(seconds * 16_000))
    }

    /// Plays the command, leaves time for the question, then plays `answer`.
    private func run(answer: [Int16]) throws -> [ApplianceEvent] {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    locale: en-US
                    listen: always
                    voice: { say_back: on }
                    lights: { recording: GPIO17 }
                    outputs: { motor: { line: GPIO22 } }
                    commands:
                      go:
                        say: "go (forward | backward) <distance> (meter | meters)"
                        do: { output: motor, set: on }
                        confirm: voice
                        say_back: "forward <distance> meters?"
                    rules: { distance: "one | two | three | ten" }
                    """, name: "spoken.yaml"))
        let sound = try Self.samples("goforward.raw") + Self.silence(3) + answer + Self.silence(2)
        let folder = TemporaryFolder()
        let file = sound.withUnsafeBytes { folder.write($0, to: "sound.raw") }
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .file(path: file, pace: .asFastAsPossible)
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(configuration, options: options) { events.append($0) }
        _ = try appliance.run(until: StopSignal())
        return events
    }

    private func outcomes(_ events: [ApplianceEvent]) -> [ApplianceEvent.ConfirmOutcome] {
        events.compactMap { if case .confirm("go", let outcome, _) = $0.kind { outcome } else { nil } }
    }

    private func hasMoved(_ events: [ApplianceEvent]) -> Bool {
        events.contains { if case .output("motor", true, "go") = $0.kind { true } else { false } }
    }

    @Test("A spoken yes moves the output", arguments: ["yes", "yes please", "that's right"])
    func yes(words: String) throws {
        let events = try run(answer: VoiceClip.speech(words).samples)
        #expect(outcomes(events) == [.asked, .yes])
        #expect(hasMoved(events))
        let question = events.compactMap { event in
            if case .confirm(_, .asked, let text) = event.kind { text } else { nil }
        }
        #expect(question == ["forward ten meters?"])
    }

    @Test("A spoken no moves nothing", arguments: ["no", "no thank you", "cancel", "stop"])
    func no(words: String) throws {
        let events = try run(answer: VoiceClip.speech(words).samples)
        #expect(outcomes(events) == [.asked, .no])
        #expect(!hasMoved(events))
    }

    @Test("Silence moves nothing")
    func silence() throws {
        let events = try run(answer: [])
        #expect(outcomes(events) == [.asked, .timedOut])
        #expect(!hasMoved(events))
    }

    @Test("Chatter moves nothing", arguments: ["0870", "0880", "0890", "0920", "0930"])
    func chatter(clip: String) throws {
        let events = try run(
            answer: Self.samples("librivox/sense_and_sensibility_01_austen_64kb-\(clip).wav"))
        #expect(outcomes(events).count == 2 && !outcomes(events).contains(.yes))
        #expect(!hasMoved(events))
    }
}

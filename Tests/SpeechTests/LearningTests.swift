import Capture
import Foundation
import ListeningSupport
import Testing

@testable import Decoding
@testable import Speech

@Suite(.serialized) struct LearningTests {
    private func confidences(microphone: String?) async throws -> [Float] {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.shouldReportPartialResults = false
        var buffer = AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000)
        buffer.microphone = microphone
        request.append(buffer)
        request.endAudio()
        let result = try await Fixture.results(of: request).last!
        #expect(result.bestTranscription.formattedString == "go forward ten meters")
        return result.bestTranscription.segments.map(\.confidence)
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: Fixture.stateFolder + "/microphones")) ?? []
    }

    @Test(
        "What a microphone's first request teaches serves its next one, and is kept; recordings teach nothing"
    )
    func microphone() async throws {
        let alone = try await confidences(microphone: nil)
        let cold = try await confidences(microphone: "first")
        let warm = try await confidences(microphone: "first")
        let recording = try await confidences(microphone: nil)
        CepstralMeanStore.shared.save()
        #expect(files == ["first-en-us-16000-words.json"])
        #expect(cold == alone)
        #expect(warm != cold)
        #expect(recording == alone)
    }
}

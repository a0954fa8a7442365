import Capture
import Foundation
import ListeningSupport
import Testing

@testable import Decoding
@testable import Speech

@Suite(.serialized) struct LearningTests {
    private func metadata(microphone: String?) async throws -> SpeechRecognitionMetadata {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.shouldReportPartialResults = false
        var buffer = AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000)
        buffer.microphone = microphone
        request.append(buffer)
        request.endAudio()
        let result = try await Fixture.results(of: request).last!
        #expect(result.bestTranscription.formattedString == "go forward ten meters")
        return result.speechRecognitionMetadata!
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: Fixture.stateFolder + "/microphones")) ?? []
    }

    @Test(
        "What a microphone's first request teaches serves its next one, and is kept; recordings teach nothing"
    )
    func microphone() async throws {
        _ = try await metadata(microphone: nil)
        let cold = try await metadata(microphone: "first")
        let warm = try await metadata(microphone: "first")
        let recording = try await metadata(microphone: nil)
        CepstralMeanStore.shared.save()
        #expect(files == ["first-en-us-16000-words.json"])
        // Searched once instead of twice: half of the processor time, and a little for what both need.
        #expect(warm.decodeDuration < cold.decodeDuration * 0.9)
        #expect(warm.decodeDuration < recording.decodeDuration * 0.9)
    }
}

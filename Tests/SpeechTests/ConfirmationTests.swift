import Capture
import Foundation
import ListeningSupport
import Playback
import TestSupport
import Testing

@testable import Speech

/// Yes and no are said by flite's synthetic voice: no packaged recording has them. It passes verification as people do.
@Suite(.serialized) struct ConfirmationTests {
    private let folder = TemporaryFolder()

    private func result(_ samples: [Int16]) async throws -> SpeechRecognitionResult {
        let request = SpeechAudioBufferRecognitionRequest()
        request.taskHint = .confirmation
        let quiet = Signal.noise(.milliseconds(500), amplitude: 20)
        request.append(AudioBuffer(samples: quiet + samples + quiet, sampleRate: 16_000))
        request.endAudio()
        let results = try await Fixture.results(of: request)
        // Before it is verified, any sound looks like an answer.
        #expect(results.count == 1)
        return results[0]
    }

    private func speech(_ text: String) throws -> [Int16] {
        let clip = try VoiceClip.speech(text)
        #expect(clip.sampleRate == 16_000)
        return clip.samples
    }

    @Test(
        "Yes and no are understood", arguments: ["yes", "no", "yes please", "no thank you", "that's right"])
    func answers(text: String) async throws {
        let result = try await result(speech(text))
        #expect(result.bestTranscription.formattedString == text)
        #expect(result.bestTranscription.segments.allSatisfy { $0.confidence > 0 && $0.confidence < 1 })
    }

    @Test(
        "Other speech is no answer",
        arguments: [
            "goforward.raw", "numbers.raw", "something.raw", "cards/005.wav",
            "librivox/sense_and_sensibility_01_austen_64kb-0880.wav",
            "librivox/sense_and_sensibility_01_austen_64kb-0890.wav",
        ])
    func otherSpeech(recording: String) async throws {
        let result = try await result(Fixture.samples(recording))
        #expect(result.isFinal)
        #expect(result.bestTranscription.formattedString == "")
        #expect(result.bestTranscription.segments.isEmpty)
    }

    @Test("An answer after other speech is still taken, and ends the task")
    func answerAfterOtherSpeech() async throws {
        let pause = Signal.noise(.seconds(2), amplitude: 20)
        let samples =
            Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0880.wav") + pause
            + (try speech("yes")) + pause + (try speech("no"))
        #expect(try await result(samples).bestTranscription.formattedString == "yes")
    }

    @Test("A yes is not believed where nobody can judge it, since the pack's words are gone")
    func withoutWords() async throws {
        var pack = Fixture.pack
        let words = folder.write(try Data(contentsOf: URL(filePath: #require(pack.words))), to: "words.yaml")
        pack.words = words
        let pool = DecoderPool { plan throws(RecognitionError) in
            try? FileManager.default.removeItem(atPath: words)
            return try plan.makeDecoder()
        }
        let events = AsyncStream<RecognitionSession.Event>.makeStream()
        let session = RecognitionSession(
            .pushed, settings: SpeechRecognitionRequest.Settings(), hint: .confirmation, pack: pack,
            pool: pool
        ) { event in
            events.continuation.yield(event)
            if case .ended = event { events.continuation.finish() }
        }
        let quiet = Signal.noise(.milliseconds(500), amplitude: 20)
        session.hear(
            .buffer(AudioBuffer(samples: quiet + (try speech("yes")) + quiet, sampleRate: 16_000), nil))
        session.hear(.end)
        var isRefused = false
        for await event in events.stream {
            switch event {
            case .refused: isRefused = true
            case .utterance(let utterance, _): #expect(utterance.words.isEmpty)
            case .ended(let error): #expect(error == nil)
            default: break
            }
        }
        // As a task holds it.
        withExtendedLifetime(session) {}
        #expect(isRefused)
    }

    @Test("Silence is an error, not an answer")
    func silence() async throws {
        await #expect(throws: RecognitionError.noSpeech) { try await result([]) }
    }
}

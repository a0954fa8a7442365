import Capture
import ListeningSupport
import Testing

@testable import Speech

/// Times of buffers that say more than that one follows on the other.
@Suite(.serialized) struct BufferTimeTests {
    /// Buffers of 50 ms, as a tap at 48 kHz times them.
    private struct Tap {
        let request = SpeechAudioBufferRecognitionRequest()
        /// Seconds on the capture clock.
        var now: Double

        mutating func hear(_ samples: some Collection<Int16>) {
            let samples = Array(samples)
            for start in stride(from: 0, to: samples.count, by: 800) {
                let piece = Array(samples[start...].prefix(800))
                let time = AudioTime(sampleTime: UInt64((now * 48_000).rounded()), sampleRate: 48_000)
                request.append(AudioBuffer(samples: piece, sampleRate: 16_000), at: time)
                now += Double(piece.count) / 16_000
            }
        }

        func segments() async throws -> [TranscriptionSegment] {
            request.endAudio()
            return try #require(await Fixture.results(of: request).last).bestTranscription.segments
        }
    }

    private static let begins = [0.50, 0.645, 1.20, 1.545]

    @Test("After sound that a tap missed, words are as much later", arguments: [0.02, 0.3, 1, 3600])
    func betweenSentences(missing: Double) async throws {
        let length = Double(Fixture.goForward.count) / 16_000
        var tap = Tap(now: 5)
        tap.hear(Fixture.goForward)
        tap.now += missing
        tap.hear(Fixture.goForward)
        let segments = try await tap.segments()
        try #require(
            segments.map(\.substring) == ["go", "forward", "ten", "meters", "go", "forward", "ten", "meters"])
        for (segment, begin) in zip(segments, Self.begins) {
            #expect(abs(segment.timestamp - 5 - begin) < 0.06)
        }
        for (segment, begin) in zip(segments.dropFirst(4), Self.begins) {
            #expect(abs(segment.timestamp - 5 - length - missing - begin) < 0.06)
        }
    }

    @Test("A short gap within a sentence is silence in it")
    func withinSentence() async throws {
        // In the closure of T.
        let cut = 19_520
        var tap = Tap(now: 0)
        tap.request.grammar = Fixture.movement
        tap.hear(Fixture.goForward[..<cut])
        tap.now += 0.3
        tap.hear(Fixture.goForward[cut...])
        let segments = try await tap.segments()
        #expect(segments.map(\.substring) == ["go", "forward", "ten", "meters"])
        let meters = try #require(segments.last)
        #expect(abs(meters.timestamp - 0.3 - 1.545) < 0.06)
    }

    @Test("A long gap within a sentence ends it there")
    func endsSentence() async throws {
        // Before F, of which nothing is heard then.
        var tap = Tap(now: 0)
        tap.hear(Fixture.goForward[..<10_240])
        tap.now += 2
        tap.hear(Fixture.goForward)
        let segments = try await tap.segments()
        #expect(segments.suffix(4).map(\.substring) == ["go", "forward", "ten", "meters"])
        #expect(abs(segments.suffix(4)[segments.count - 4].timestamp - 2.64 - 0.5) < 0.06)
        #expect(segments.dropLast(4).allSatisfy { $0.timestamp + $0.duration < 0.7 })
    }

    @Test("Times that cannot be change nothing", arguments: [16_000, 1, 0, -1])
    func absurd(rate: Int) async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        let half = AudioBuffer(samples: Array(Fixture.goForward[..<16_000]), sampleRate: 16_000)
        let rest = AudioBuffer(samples: Array(Fixture.goForward[16_000...]), sampleRate: 16_000)
        request.append(half, at: AudioTime(sampleTime: .max, sampleRate: rate))
        request.append(rest, at: AudioTime(sampleTime: .max, sampleRate: rate))
        request.endAudio()
        let segments = try #require(await Fixture.results(of: request).last).bestTranscription.segments
        #expect(segments.map(\.substring) == ["go", "forward", "ten", "meters"])
        #expect(abs((segments.last?.timestamp ?? 0) - 1.545) < 0.06)
    }

    @Test("Times that go back, or come after buffers without any, change nothing")
    func backwards() async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        let half = AudioBuffer(samples: Array(Fixture.goForward[..<16_000]), sampleRate: 16_000)
        let rest = AudioBuffer(samples: Array(Fixture.goForward[16_000...]), sampleRate: 16_000)
        request.append(half, at: AudioTime(sampleTime: 160_000, sampleRate: 16_000))
        request.append(rest, at: AudioTime(sampleTime: 0, sampleRate: 16_000))
        request.endAudio()
        let segments = try #require(await Fixture.results(of: request).last).bestTranscription.segments
        #expect(abs((segments.last?.timestamp ?? 0) - 10 - 1.545) < 0.06)

        let untimed = SpeechAudioBufferRecognitionRequest()
        untimed.grammar = Fixture.movement
        untimed.append(half)
        untimed.append(rest, at: AudioTime(sampleTime: 160_000, sampleRate: 16_000))
        untimed.endAudio()
        let others = try #require(await Fixture.results(of: untimed).last).bestTranscription.segments
        #expect(abs((others.last?.timestamp ?? 0) - 1.545) < 0.06)
    }
}

import Playback
import Testing

@Suite struct VoiceClipTests {
    @Test("A tone has the asked length, pitch and loudness, and begins and ends in silence")
    func tone() {
        let clip = VoiceClip.tone(440, for: .milliseconds(500))
        #expect(clip.duration == .milliseconds(500))
        #expect(clip.samples.first == 0)
        #expect(clip.samples.last == 0)
        let peak = clip.samples.map { abs(Int($0)) }.max()!
        #expect((8000...8192).contains(peak))
        let rises = zip(clip.samples, clip.samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 220) <= 1)
    }

    @Test("A tone does not click: no sample is further from the one before than the sine at its loudest is")
    func noClick() {
        for frequency in [330.0, 880, 990] {
            for duration in [Duration.milliseconds(5), .milliseconds(90), .milliseconds(91)] {
                let samples = [0] + VoiceClip.tones([frequency, frequency], each: duration).samples + [0]
                let steepest = 8192 * 2 * Double.pi * frequency / 16_000
                for (sample, next) in zip(samples, samples.dropFirst()) {
                    #expect(abs(Double(next) - Double(sample)) <= steepest + 1)
                }
            }
        }
    }

    @Test("Tones follow one another, each of its length")
    func tones() {
        let clip = VoiceClip.tones([660, 990], each: .milliseconds(90))
        #expect(clip.duration == .milliseconds(180))
        #expect(clip.samples.suffix(1440) == VoiceClip.tone(990, for: .milliseconds(90)).samples[...])
    }

    @Test("A volume scales every sample")
    func volume() {
        let clip = VoiceClip(samples: [100, -100, 32_767], sampleRate: 16_000)
        #expect(clip.scaled(by: 0.5).samples == [50, -50, 16_384])
        #expect(clip.scaled(by: 0).samples == [0, 0, 0])
    }

    @Test("Speech is audible, and a longer text takes longer")
    func speech() throws {
        let short = try VoiceClip.speech("pump on")
        let long = try VoiceClip.speech("pump on for ten minutes, yes or no?")
        #expect(short.samples.contains { abs(Int($0)) > 2000 })
        #expect(long.duration > short.duration * 2)
    }
}

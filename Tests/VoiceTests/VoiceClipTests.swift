import Testing
import Voice

@Suite struct VoiceClipTests {
    @Test("A tone has the asked length, pitch and loudness, and begins and ends in silence")
    func tone() {
        let clip = VoiceClip.tone(440, for: .milliseconds(500))
        #expect(clip.duration == .milliseconds(500))
        #expect(clip.samples.first == 0)
        #expect(abs(clip.samples.last!) < 200)
        let peak = clip.samples.map { abs(Int($0)) }.max()!
        #expect((8000...8192).contains(peak))
        let rises = zip(clip.samples, clip.samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 220) <= 1)
    }

    @Test("Speech is audible, and a longer text takes longer")
    func speech() throws {
        let short = try VoiceClip.speech("pump on")
        let long = try VoiceClip.speech("pump on for ten minutes, yes or no?")
        #expect(short.samples.contains { abs(Int($0)) > 2000 })
        #expect(long.duration > short.duration * 2)
    }

    @Test("A device that does not exist is logged and forgotten, and the next clip still has its turn")
    func missingDevice() async {
        let speaker = Speaker(device: "no-such-device")
        speaker.play(.tone(440, for: .milliseconds(10)))
        while speaker.isPlaying { await Task.yield() }
        speaker.play(.tone(440, for: .milliseconds(10)))
        while speaker.isPlaying { await Task.yield() }
    }
}

import Foundation
import TestSupport
import Testing

@testable import Playback

/// alsa-lib's `file` plugin over `null` writes down what is played, where there is no sound card.
@Suite(.serialized) struct SpeakerTests {
    private let folder = TemporaryFolder()

    /// A PCM that alsa-lib's own configuration knows, and what was played on it.
    private func recorder(_ name: String) throws -> (device: String, samples: () throws -> [Int16]) {
        let file = folder.path(name + ".raw")
        return (
            "file:'\(file)',raw",
            {
                let data = try Data(contentsOf: URL(fileURLWithPath: file))
                return data.withUnsafeBytes { bytes in
                    (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
                }
            }
        )
    }

    private func waitForEnd(of speaker: Speaker) async {
        while speaker.isPlaying { await Task.yield() }
    }

    @Test("Clips are played whole, in order, and isPlaying falls when the last sample is out")
    func order() async throws {
        let (device, samples) = try recorder("earshot_order")
        let first = VoiceClip(samples: (0..<5000).map { Int16($0) }, sampleRate: 16_000)
        let second = VoiceClip(samples: (0..<700).map { Int16(-$0) }, sampleRate: 16_000)
        let speaker = Speaker(device: device)
        // The plugin begins its file anew each time it is opened, so one clip a look.
        // Were it not playing from the call on, nothing would be waited for, and the samples were missing.
        speaker.play(first)
        await waitForEnd(of: speaker)
        #expect(try samples().prefix(5000) == first.samples[...])
        speaker.play(second)
        await waitForEnd(of: speaker)
        #expect(try samples().prefix(700) == second.samples[...])
        #expect(speaker.takeFailure() == nil)
    }

    @Test("Text is said as flite says it, at the volume that was asked for")
    func text() async throws {
        let (device, samples) = try recorder("earshot_text")
        let speaker = Speaker(device: device, volume: 0.5)
        speaker.say("yes or no?")
        await waitForEnd(of: speaker)
        let expected = try VoiceClip.speech("yes or no?").samples
        let played = try samples()
        #expect((expected.count..<expected.count + 1600).contains(played.count))
        func peak(_ samples: [Int16]) -> Double { Double(samples.map(\.magnitude).max() ?? 0) }
        #expect((0.4..<0.6).contains(peak(played) / peak(expected)))
    }

    @Test("Silence ends what sounds, in the middle of it")
    func silence() throws {
        let (device, samples) = try recorder("earshot_silence")
        let clip = VoiceClip.tone(440, for: .seconds(10))
        var looks = 0
        try Playback(device: device, sampleRate: clip.sampleRate).play(clip) {
            looks += 1
            return looks > 3
        }
        #expect(looks == 4)
        // Three pieces of 20 ms.
        #expect(try samples().count <= 3 * 320)
    }

    @Test("What waits is dropped by silence, and what is asked for afterwards has its turn")
    func afterSilence() async throws {
        let (device, samples) = try recorder("earshot_after")
        let speaker = Speaker(device: device)
        for _ in 0..<50 { speaker.play(.tone(440, for: .seconds(1))) }
        speaker.silence()
        await waitForEnd(of: speaker)
        let clip = VoiceClip(samples: (1...500).map { Int16($0) }, sampleRate: 16_000)
        speaker.play(clip)
        await waitForEnd(of: speaker)
        #expect(try samples().prefix(500) == clip.samples[...])
    }

    @Test(
        "A device that does not exist is told of once, with the remedy, and the next sound still has its turn"
    )
    func missingDevice() async {
        let speaker = Speaker(device: "no-such-device")
        speaker.play(.tone(440, for: .milliseconds(10)))
        await waitForEnd(of: speaker)
        let failure = speaker.takeFailure().map { "\($0)" }
        #expect(failure?.hasPrefix("cannot play on 'no-such-device': ") == true)
        #expect(failure?.contains("'aplay -L'") == true)
        speaker.play(.tone(440, for: .milliseconds(10)))
        await waitForEnd(of: speaker)
        #expect(speaker.takeFailure() == nil)
    }
}

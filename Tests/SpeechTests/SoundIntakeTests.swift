import Capture
import ListeningSupport
import Testing

@testable import Speech

/// Buffers on their way to a recognizer.
@Suite struct SoundIntakeTests {
    @Test("Where the format changes, nothing is lost of the sound before")
    func otherFormat() {
        var intake = SoundIntake(sampleRate: 16_000)
        var count = 0
        for rate in [48_000, 16_000, 48_000] {
            let second = [Int16](repeating: 1000, count: rate)
            count += intake.take(AudioBuffer(samples: second, sampleRate: rate), at: nil).samples.count
        }
        count += intake.takeRest().count
        #expect(count == 48_000)
    }

    @Test("What the times of buffers leave out is missing before the later one, at the rate of the samples")
    func gap() {
        var intake = SoundIntake(sampleRate: 16_000)
        let second = AudioBuffer(samples: [Int16](repeating: 0, count: 48_000), sampleRate: 48_000)
        func time(_ seconds: UInt64) -> AudioTime {
            AudioTime(sampleTime: seconds * 48_000, sampleRate: 48_000)
        }
        intake.begin(at: time(5))
        #expect(intake.origin == 80_000)
        let missing = [time(5), time(6), time(9), nil].map { intake.take(second, at: $0).missing }
        #expect(missing == [0, 0, 32_000, 0])
    }
}

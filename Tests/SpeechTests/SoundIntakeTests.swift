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

    @Test(
        "After a capture clock was started anew its own times tell what is missing; a single time that goes back tells nothing",
        arguments: [
            ([600, 0, 1, 7, 8], [0, 0, 0, 80_000, 0]), ([600, 0, 1, 0, 4], [0, 0, 0, 0, 48_000]),
            ([600, 5, 602, 603, 605], [0, 0, 0, 0, 16_000]),
            ([600, 5, 601.98, 603, 605], [0, 0, 0, 0, 16_000]),
            ([600, 5, 601.25, 603], [0, 0, 0, 0]), ([5, 0, 4, 6], [0, 0, 48_000, 16_000]),
            ([600, 5, 605, 606], [0, 0, 48_000, 0]), ([600, 0, 1, 702, 703], [0, 0, 0, 11_200_000, 0]),
        ] as [([Double], [UInt64])])
    func restartedClock(times: [Double], missing: [UInt64]) {
        var intake = SoundIntake(sampleRate: 16_000)
        let second = AudioBuffer(samples: [Int16](repeating: 0, count: 16_000), sampleRate: 16_000)
        let marks = times.map { AudioTime(sampleTime: UInt64(($0 * 1_000).rounded()), sampleRate: 1_000) }
        intake.begin(at: marks[0])
        let found = marks.map { intake.take(second, at: $0).missing }
        #expect(found == missing)
    }

    @Test("Times that waver by some hundredths of a second add up to no gaps")
    func jitter() {
        var intake = SoundIntake(sampleRate: 16_000)
        let tenth = AudioBuffer(samples: [Int16](repeating: 0, count: 1_600), sampleRate: 16_000)
        intake.begin(at: AudioTime(sampleTime: 1_000, sampleRate: 1_000))
        var missing: UInt64 = 0
        for index in 0..<1_000 {
            let time = AudioTime(
                sampleTime: UInt64(1_000 + 100 * index + 7 * index % 41), sampleRate: 1_000)
            missing += intake.take(tenth, at: time).missing
        }
        // The latest is 40 ms late.
        #expect(missing <= 640)
    }
}

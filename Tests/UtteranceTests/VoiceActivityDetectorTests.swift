import Foundation
import ListeningSupport
import Testing

@testable import Utterance

@Suite struct VoiceActivityDetectorTests {
    @Test("Digital silence and a faint hiss are no speech")
    func silence() {
        #expect(speech(in: Signal.silence(.seconds(2))).isEmpty)
        #expect(speech(in: Signal.silence(.seconds(1)) + Signal.noise(.seconds(2), amplitude: 8)).isEmpty)
    }

    @Test("A steady hum or noise is background, little more than three seconds after it has set in")
    func steadyNoise() {
        for noise in [
            Signal.hum(.seconds(8), amplitude: 6000), Signal.noise(.seconds(8), amplitude: 2000),
        ] {
            #expect(speech(in: noise).allSatisfy { $0 < 330 })
            #expect(speech(in: Signal.silence(.seconds(4)) + noise).allSatisfy { $0 < 730 })
        }
    }

    @Test("Speech is found from its first sound to its last, and a click is too short for it")
    func speechInQuiet() {
        let found = speech(in: Fixture.goForward)
        // A click at 0.22 s; "go" begins at 0.5 s; the last sound of "meters" fades away until 2.25 s.
        let blocks = found.drop { $0 < 40 }
        #expect(found.count - blocks.count < Int(Endpointer.Timing().onset / Duration.milliseconds(10)) / 2)
        #expect((49...53).contains(blocks.first ?? 0))
        #expect((215...226).contains(blocks.last ?? 0))
        #expect(blocks.count > 100)
    }

    @Test("A recording that starts in the middle of a word begins with speech")
    func startInSpeech() {
        let blocks = speech(in: Array(Fixture.goForward[12_800...]))
        #expect((blocks.first ?? .max) < 6)
    }

    @Test("Speech stands out of a hum as loud as itself")
    func speechInHum() {
        let hum = Signal.hum(.seconds(4), amplitude: 2000)
        let blocks = speech(in: hum + Fixture.goForward.mixed(with: hum)).filter { $0 >= 400 }.map {
            $0 - 400
        }
        #expect((49...60).contains(blocks.first ?? 0))
        #expect((185...215).contains(blocks.last ?? 0))
    }

    @Test("Speech goes on at a level at which none begins")
    func hysteresis() {
        let thresholds = VoiceActivityDetector.Thresholds()
        let background = Signal.noise(.seconds(4), amplitude: 100)
        var detector = VoiceActivityDetector()
        _ = speech(in: background, by: &detector)
        // In the middle between the two thresholds.
        let middle = detector.background + (thresholds.onset + thresholds.release) / 2
        let faint = Signal.noise(.milliseconds(300), amplitude: 100 * pow(10, (middle - detector.level) / 20))
        let quiet = Array(background.prefix(4_800))
        let loud = Signal.noise(.milliseconds(300), amplitude: 3000)
        let found = speech(in: background + faint + quiet + loud + faint + quiet)
        // The median of three blocks is late by one.
        #expect(found.allSatisfy { (460...521).contains($0) })
        #expect(Set(462..<519).isSubset(of: found))
    }

    /// Indices of the blocks of 10 ms that are speech.
    private func speech(in samples: [Int16]) -> [Int] {
        var detector = VoiceActivityDetector()
        return speech(in: samples, by: &detector)
    }

    private func speech(in samples: [Int16], by detector: inout VoiceActivityDetector) -> [Int] {
        samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / 160).filter {
                detector.process(UnsafeBufferPointer(rebasing: samples[$0 * 160..<$0 * 160 + 160]))
            }
        }
    }
}

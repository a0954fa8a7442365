import Glibc
import ListeningSupport
import Testing

@testable import Utterance

@Suite("What is kept from all that listens")
struct QuietGateTests {
    /// The blocks that are heard of `sound`, by their first frames, in the order in which they are.
    private func heard(
        _ sound: [Int16], from start: UInt64 = 0, through gate: inout QuietGate
    ) -> [UInt64] {
        var heard: [UInt64] = []
        for first in stride(from: 0, to: sound.count / 160 * 160, by: 160) {
            sound[first..<first + 160].withUnsafeBufferPointer { block in
                guard gate.passes(block, first: start + UInt64(first), isNeeded: false) else { return }
                gate.release { heard.append($1) }
                heard.append(start + UInt64(first))
            }
        }
        return heard
    }

    /// How many seconds of `sound` are heard.
    private func seconds(of sound: [Int16]) -> Double {
        var gate = QuietGate()
        return Double(heard(sound, through: &gate).count) / 100
    }

    private static let hiss = Signal.noise(.seconds(20), amplitude: 300)

    @Test("Steady sound is heard for three and a half seconds: silence, an offset, hum, the hiss of a fan")
    func quiet() {
        let rest = 3.5
        #expect(abs(seconds(of: Signal.silence(.seconds(20))) - rest) < 0.1)
        #expect(abs(seconds(of: [Int16](repeating: 2000, count: 320_000)) - rest) < 0.1)
        #expect(abs(seconds(of: Signal.hum(.seconds(20), amplitude: 8000, frequency: 50)) - rest) < 0.1)
        #expect(abs(seconds(of: Self.hiss) - rest) < 0.5)
    }

    @Test("What is louder is heard with the second before it, without a break and in order")
    func memory() {
        var gate = QuietGate()
        let sound =
            Signal.noise(.seconds(8), amplitude: 20) + Signal.noise(.milliseconds(200), amplitude: 200)
            + Signal.noise(.seconds(8), amplitude: 20)
        let frames = heard(sound, through: &gate).filter { $0 >= 16_000 * 5 }
        #expect(!gate.isOpen)
        #expect(abs(Double(frames[0]) / 16_000 - 7) < 0.1)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 == $0 + 160 })
        #expect(abs(Double(frames[frames.count - 1]) / 16_000 - 11.9) < 0.3)
    }

    @Test("A vowel is heard in hiss that is as loud as it is", arguments: [600.0, 1000, 1500])
    func vowel(frequency: Double) {
        var gate = QuietGate()
        let vowel = Signal.hum(.milliseconds(200), amplitude: 245, frequency: frequency)
        let sound = Array(Self.hiss[..<160_000]) + vowel.mixed(with: Self.hiss)
        #expect((heard(sound, through: &gate).last ?? 0) > 160_000)
    }

    @Test("Noise that sets in is heard until it is known, and speech above it afterwards")
    func risingFloor() {
        var gate = QuietGate()
        let noise = Signal.noise(.seconds(10), amplitude: 2000)
        _ = heard(Signal.noise(.seconds(6), amplitude: 20), through: &gate)
        #expect(!gate.isOpen)
        let frames = heard(noise, from: 96_000, through: &gate)
        #expect(!gate.isOpen)
        #expect(abs(Double(frames[frames.count - 1] - 96_000) / 16_000 - 6.5) < 0.6)
        _ = heard(
            Signal.hum(.milliseconds(200), amplitude: 2500, frequency: 700).mixed(with: noise), from: 256_000,
            through: &gate)
        #expect(gate.isOpen)
    }

    @Test("Noise that rises as slowly as nothing jumps out of it is heard all the same, so that it is known")
    func creepingFloor() {
        var gate = QuietGate()
        _ = heard(Signal.noise(.seconds(6), amplitude: 20), through: &gate)
        #expect(!gate.isOpen)
        // 1 dB a second.
        var blocks = 0
        for second in 0..<20 {
            let amplitude = 20 * pow(10, Double(second) / 20)
            blocks +=
                heard(
                    Signal.noise(.seconds(1), amplitude: amplitude), from: UInt64(96_000 + second * 16_000),
                    through: &gate
                ).count
        }
        #expect(blocks >= 1000, "of 2000")
    }

    @Test("When noise ends, what is heard above the quiet is far quieter than it was")
    func fallingFloor() {
        var gate = QuietGate()
        _ = heard(
            Signal.noise(.seconds(6), amplitude: 2000) + Signal.noise(.seconds(5), amplitude: 20),
            through: &gate)
        #expect(!gate.isOpen)
        _ = heard(Signal.noise(.milliseconds(200), amplitude: 100), from: 176_000, through: &gate)
        #expect(gate.isOpen)
    }

    @Test("What was held back before a gap does not come after it, and nothing does after a new start")
    func gaps() {
        var gate = QuietGate()
        _ = heard(Signal.silence(.seconds(6)), through: &gate)
        let loud = Signal.noise(.milliseconds(100), amplitude: 2000)
        #expect(heard(loud, from: 100_000, through: &gate).first == 100_000)
        _ = heard(Signal.silence(.seconds(6)), from: 101_600, through: &gate)
        #expect(!gate.isOpen)
        gate.reset(at: 500_000)
        #expect(heard(Signal.silence(.milliseconds(50)), from: 500_000, through: &gate).first == 500_000)
    }

    @Test("Nothing is held back while it is needed")
    func needed() {
        var gate = QuietGate()
        let silence = Signal.silence(.milliseconds(10))
        for block in 0..<1000 {
            let passes = silence.withUnsafeBufferPointer {
                gate.passes($0, first: UInt64(block * 160), isNeeded: block >= 400)
            }
            #expect(passes == (block < 349 || block >= 400))
        }
    }
}

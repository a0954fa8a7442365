import Foundation
import ListeningSupport
import Testing

@testable import Utterance

@Suite struct FrontEndTests {
    private func sine(_ frequency: Double, seconds: Double, amplitude: Double) -> [Int16] {
        (0..<Int(seconds * 16_000)).map {
            Int16((amplitude * sin(2 * .pi * frequency * Double($0) / 16_000)).rounded())
        }
    }

    private func output(of frontEnd: FrontEnd, for samples: [Int16], block: Int = 160) -> [Int16] {
        stride(from: 0, to: samples.count, by: block).flatMap { start in
            samples[start..<min(start + block, samples.count)].withUnsafeBufferPointer {
                Array(frontEnd.process($0))
            }
        }
    }

    /// Level in decibels of full scale.
    private func level(_ samples: some Collection<Int16>) -> Double {
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        return 10 * log10(energy / (32_768 * 32_768))
    }

    /// A voice as far as a level matters: four bursts a second, with silence between.
    private func bursts(seconds: Double, amplitude: Double) -> [Int16] {
        sine(440, seconds: seconds, amplitude: amplitude).enumerated().map { index, sample in
            index % 4000 < 2400 ? sample : 0
        }
    }

    @Test("Without stages sound passes as it is, and is not even copied")
    func empty() {
        let frontEnd = FrontEnd(FrontEndOptions())
        sine(300, seconds: 0.01, amplitude: 1000).withUnsafeBufferPointer { block in
            #expect(frontEnd.process(block).baseAddress == block.baseAddress)
        }
    }

    @Test(
        "The high-pass filter answers as a Butterworth filter of the second order must",
        arguments: [20.0, 40, 80, 160, 1000, 4000])
    func response(frequency: Double) {
        let frontEnd = FrontEnd(FrontEndOptions(highPass: 80))
        let input = sine(frequency, seconds: 2, amplitude: 12_000)
        let change = level(output(of: frontEnd, for: input)[16_000...]) - level(input[16_000...])
        // |H|² = 1 / (1 + (fc/f)⁴); the bilinear transform bends it by less than the tolerance down here.
        let expected = -10 * log10(1 + pow(80 / frequency, 4))
        #expect(abs(change - expected) < 0.1)
    }

    @Test("An offset is gone in a tenth of a second")
    func offset() {
        let frontEnd = FrontEnd(FrontEndOptions(highPass: 80))
        let result = output(of: frontEnd, for: [Int16](repeating: 5000, count: 16_000))
        #expect(result[1600...].allSatisfy { $0 == 0 })
    }

    @Test(
        "The result does not depend on how sound was cut, and after a reset, but for the gain, not on what came before"
    )
    func cutting() {
        let sound = bursts(seconds: 1.5, amplitude: 700)
        for options in [FrontEndOptions(highPass: 100, controlsGain: true), FrontEndOptions(highPass: 100)] {
            let whole = FrontEnd(options)
            let first = output(of: whole, for: sound, block: 160)
            #expect(output(of: FrontEnd(options), for: sound, block: 1600) == first)
            whole.reset()
            #expect((output(of: whole, for: sound, block: 320) == first) != options.controlsGain)
        }
    }

    @Test("Quiet speech comes up to the target, at no more than 6 dB a second")
    func quiet() {
        let control = GainControl()
        let frontEnd = FrontEnd(stages: [control])
        // Bursts at -36 dB.
        let sound = bursts(seconds: 6, amplitude: 735)
        _ = output(of: frontEnd, for: Array(sound[..<16_000]))
        #expect(control.gain > 1 && control.gain <= 6)
        let loud = output(of: frontEnd, for: sound)
        #expect(abs(control.gain - 14) < 1.5)
        #expect(abs(level(loud[(loud.count - 4000)..<(loud.count - 1600)]) - -22) < 2)
    }

    @Test("Loud speech comes down, and nothing is ever cut off at full scale")
    func loud() {
        let control = GainControl()
        let frontEnd = FrontEnd(stages: [control])
        _ = output(of: frontEnd, for: bursts(seconds: 4, amplitude: 30_000))
        #expect(control.gain < -8)
        _ = output(of: frontEnd, for: bursts(seconds: 90, amplitude: 300))
        #expect(control.gain > 15)
        // A shout after a whisper.
        let shout = output(of: frontEnd, for: sine(440, seconds: 0.1, amplitude: 30_000))
        #expect(shout.allSatisfy { abs(Int($0)) <= 32_010 })
    }

    @Test(
        "The gain is the microphone's: it stays when what is heard begins anew, and is back soon after a slam"
    )
    func stays() {
        let control = GainControl()
        let frontEnd = FrontEnd(stages: [control])
        _ = output(of: frontEnd, for: bursts(seconds: 8, amplitude: 735))
        let before = control.gain
        #expect(before > 10)
        frontEnd.reset()
        _ = output(of: frontEnd, for: sine(440, seconds: 0.05, amplitude: 30_000))
        #expect(control.gain < 2)
        _ = output(of: frontEnd, for: [Int16](repeating: 0, count: 8000))
        #expect(abs(control.gain - before) < 3)
    }

    @Test("Weak sounds between those of speech hardly raise the gain, and a slam hardly lowers it")
    func steadiness() {
        let control = GainControl()
        let frontEnd = FrontEnd(stages: [control])
        _ = output(of: frontEnd, for: bursts(seconds: 8, amplitude: 735))
        let before = control.gain
        _ = output(of: frontEnd, for: bursts(seconds: 3, amplitude: 180))
        #expect(control.gain > before && control.gain < before + 2)
        _ = output(of: frontEnd, for: sine(440, seconds: 0.1, amplitude: 30_000))
        _ = output(of: frontEnd, for: bursts(seconds: 3, amplitude: 735))
        #expect(control.gain > before - 6)
    }

    @Test("A pause is not made louder for being one")
    func pause() {
        let control = GainControl()
        let frontEnd = FrontEnd(stages: [control])
        let hiss = Signal.noise(.seconds(33), amplitude: 8)
        let speech = zip(bursts(seconds: 3, amplitude: 2000), hiss).map { $0 + $1 }
        _ = output(of: frontEnd, for: speech)
        let before = control.gain
        _ = output(of: frontEnd, for: Array(hiss[48_000...]))
        #expect(before > 0)
        #expect(control.gain == before)
    }

    @Test("Speech 30 dB too quiet comes up, pauses and all")
    func speech() throws {
        let frontEnd = FrontEnd(FrontEndOptions(highPass: 80, controlsGain: true))
        let quiet = Fixture.goForward.map { Int16((Double($0) / 31.6).rounded()) }
        // The gain rises while somebody speaks.
        let heard = output(of: frontEnd, for: quiet + quiet + quiet)
        let last = Array(heard[(2 * quiet.count)...])
        #expect(level(last) > level(quiet) + 12)
    }

    /// Gives out what came in 320 samples before.
    private final class Late: ProcessingStage {
        let delay = 320
        private var waiting = [Int16](repeating: 0, count: 320)

        func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
            waiting += samples
            for index in samples.indices { samples[index] = waiting[index] }
            waiting.removeFirst(samples.count)
        }

        func reset() { waiting = [Int16](repeating: 0, count: 320) }
    }

    @Test(
        "Sound that a stage delays bears the frames at which it was captured, whatever the blocks",
        arguments: [1, 7, 100, 160, 320, 333, 1600])
    func delay(block: Int) {
        let frontEnd = FrontEnd(stages: [Late(), Late()])
        let sound = (0..<6400).map { Int16($0) }
        for start in [UInt64(0), 50_000] {
            var next = start
            for first in stride(from: 0, to: sound.count, by: block) {
                let piece = sound[first..<min(first + block, sound.count)]
                piece.withUnsafeBufferPointer { samples in
                    let (heard, frame) = frontEnd.process(samples, first: start + UInt64(first))
                    guard !heard.isEmpty else { return }
                    #expect(frame == next)
                    #expect(Array(heard) == Array(sound[Int(next - start)...].prefix(heard.count)))
                    next += UInt64(heard.count)
                }
            }
            #expect(next == start + 6400 - 640, "all but what is still within")
            frontEnd.reset()
        }
    }
}

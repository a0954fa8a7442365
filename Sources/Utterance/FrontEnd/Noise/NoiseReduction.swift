import CKissFFT
import Glibc

/// Takes noise out of speech by a small trained network, and tells how likely there is speech.
///
/// Every 10 ms it looks at the spectrum of the last 20 ms, in 32 bands. The network says how much of each band is speech;
/// the rest is made quieter, within a limit, for a recognizer takes the traces of what is cut away for sounds. What it
/// was trained on, and what comes of it, is told beside the weights, in models/en-US/noise.
///
/// Sound comes out ``delay`` samples late, whatever the blocks: the first so many samples are silence.
///
/// ```swift
/// let noise = NoiseReduction(try NoiseWeights(contentsOf: "models/en-US/noise/noise.weights"))
/// let frontEnd = FrontEnd(stages: [noise])
/// let heard = frontEnd.process(block)
/// if noise.speechProbability > 0.5 { print("somebody speaks") }
/// ```
///
/// Made for 16 kHz. One thread at a time may use it; it allocates nothing after it was made.
package final class NoiseReduction: ProcessingStage {
    /// Samples between two spectra, 10 ms.
    private static let hop = 160
    private static let window = 2 * hop
    private static let bins = window / 2 + 1

    /// The whole window must have been heard before its first sample is finished: 20 ms.
    package let delay = window

    private let transform = RealTransform(count: window)
    private let bands = MelBands(window: window, sampleRate: 16_000)
    private var network: GainNetwork
    /// How far the samples of the next hop have come.
    private var position = 0

    private let memory: UnsafeMutablePointer<Float>
    private let spectrum: UnsafeMutablePointer<kiss_fft_cpx>
    /// The square root of a Hann window: applied before and after, overlapping halves add up to one.
    private let shape: UnsafeMutablePointer<Float>
    /// The samples of the last hop, and of the one that is being filled.
    private let input: UnsafeMutablePointer<Float>
    private let frame: UnsafeMutablePointer<Float>
    /// The hop that is being given out, and the second half of the newest frame.
    private let output: UnsafeMutablePointer<Float>
    private let energies: UnsafeMutablePointer<Float>
    private let bandValues: UnsafeMutablePointer<Float>
    private static let memorySize = 4 * window + bins + MelBands.count

    /// - Parameter weights: of the model pack; others may use them, too.
    package init(_ weights: NoiseWeights) {
        network = GainNetwork(weights)
        memory = .allocate(capacity: Self.memorySize)
        memory.initialize(repeating: 0, count: Self.memorySize)
        spectrum = .allocate(capacity: Self.bins)
        spectrum.initialize(repeating: kiss_fft_cpx(), count: Self.bins)
        shape = memory
        input = shape + Self.window
        frame = input + Self.window
        output = frame + Self.window
        energies = output + Self.window
        bandValues = energies + Self.bins
        for index in 0..<Self.window { shape[index] = Float(sin(.pi * Double(index) / Double(Self.window))) }
    }

    deinit {
        memory.deallocate()
        spectrum.deallocate()
    }

    /// How likely there is speech in the newest whole 10 ms that came in, 0 to 1; 0 before any.
    ///
    /// It is of the sound that came in, so it is ahead of the sound that comes out.
    package var speechProbability: Float { network.speechProbability }

    package func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            input[Self.hop + position] = Float(samples[index]) / 32_768
            samples[index] = Int16(saturating: Double(output[position] * 32_768))
            position += 1
            if position == Self.hop {
                finishHop()
                position = 0
            }
        }
    }

    package func reset() {
        network.reset()
        input.update(repeating: 0, count: Self.window)
        output.update(repeating: 0, count: Self.window)
        position = 0
    }

    private func finishHop() {
        for index in 0..<Self.window { frame[index] = input[index] * shape[index] }
        transform.transform(frame, into: spectrum)
        for bin in 0..<Self.bins {
            energies[bin] = spectrum[bin].r * spectrum[bin].r + spectrum[bin].i * spectrum[bin].i
        }
        bands.gather(energies, into: bandValues)
        network.advance(bandValues)
        let gains = energies
        bands.spread(bandValues, into: gains)
        for bin in 0..<Self.bins {
            spectrum[bin].r *= gains[bin]
            spectrum[bin].i *= gains[bin]
        }
        transform.invert(spectrum, into: frame)
        for index in 0..<Self.window { frame[index] *= shape[index] / Float(Self.window) }

        input.update(from: input + Self.hop, count: Self.hop)
        for index in 0..<Self.hop {
            output[index] = output[Self.hop + index] + frame[index]
            output[Self.hop + index] = frame[Self.hop + index]
        }
    }
}

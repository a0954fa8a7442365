import Glibc
import NeuralNetwork

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
    private static let hop = BandAnalysis.hop
    private static let window = BandAnalysis.window
    private static let bins = BandAnalysis.bins

    /// The whole window must have been heard before its first sample is finished: 20 ms.
    package let delay = window

    private var analysis = BandAnalysis()
    private var network: GainNetwork
    /// How far the samples of the next hop have come.
    private var position = 0
    /// Of the energy that came in.
    private var quietest = MinimumTracker()

    private let memory: UnsafeMutablePointer<Float>
    /// The samples of the hop that is being filled.
    private let input: UnsafeMutablePointer<Float>
    private let frame: UnsafeMutablePointer<Float>
    /// The hop that is being given out, and the second half of the newest frame.
    private let output: UnsafeMutablePointer<Float>
    private let gains: UnsafeMutablePointer<Float>
    private static let memorySize = hop + 2 * window + bins

    /// - Parameter weights: of the model pack; others may use them, too.
    package init(_ weights: NoiseWeights) {
        network = GainNetwork(weights)
        memory = .allocate(capacity: Self.memorySize)
        memory.initialize(repeating: 0, count: Self.memorySize)
        input = memory
        frame = input + Self.hop
        output = frame + Self.window
        gains = output + Self.window
    }

    deinit { memory.deallocate() }

    /// How likely there is speech in the newest whole 10 ms that came in, 0 to 1; 0 before any.
    ///
    /// It is of the sound that came in, so it is ahead of the sound that comes out.
    package var speechProbability: Float { network.speechProbability }

    /// The same, and how much noise there was.
    package var speechEstimate: SpeechEstimate {
        SpeechEstimate(
            probability: speechProbability,
            noiseLevel: quietest.isFull ? max(-100, 10 * log10(quietest.least)) : nil)
    }

    package func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            input[position] = Float(samples[index]) / 32_768
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
        analysis.reset()
        quietest = MinimumTracker()
        output.update(repeating: 0, count: Self.window)
        position = 0
    }

    /// The mean square of what the newest spectrum has from 150 Hz up, where hum has ended; 1 is full scale.
    private func energy() -> Double {
        let voice = UnsafeBufferPointer(start: analysis.bands, count: MelBands.count)[3...]
        // Parseval's: each bin but the first and last stands for two, and the window takes half.
        return 4 * Double(voice.reduce(0, +)) / Double(Self.window * Self.window)
    }

    private func finishHop() {
        analysis.advance(input)
        quietest.follow(energy())
        network.advance(analysis.bands)
        analysis.places.spread(analysis.bands, into: gains)
        let spectrum = analysis.spectrum
        for bin in 0..<Self.bins {
            spectrum[bin].r *= gains[bin]
            spectrum[bin].i *= gains[bin]
        }
        analysis.transform.invert(spectrum, into: frame)
        for index in 0..<Self.window { frame[index] *= analysis.shape[index] / Float(Self.window) }
        for index in 0..<Self.hop {
            output[index] = output[Self.hop + index] + frame[index]
            output[Self.hop + index] = frame[Self.hop + index]
        }
    }
}

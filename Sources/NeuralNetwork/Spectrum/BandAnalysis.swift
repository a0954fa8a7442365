import CKissFFT
import Glibc

/// The spectrum of the last 20 ms of a stream, every 10 ms, and the energies of its bands: what the networks hear.
///
/// Made for 16 kHz. It allocates nothing after it was made; one thread at a time may use it.
///
/// ```swift
/// var analysis = BandAnalysis()
/// analysis.advance(samples)               // 160 of them
/// let outputs = network.advance(analysis.bands)
/// ```
package struct BandAnalysis: ~Copyable {
    /// Samples between two spectra, 10 ms.
    package static let hop = 160
    /// Samples of a spectrum.
    package static let window = 2 * hop
    /// Values of a spectrum.
    package static let bins = window / 2 + 1

    /// From samples to bins, and back.
    package let transform = RealTransform(count: window)
    /// Which bins belong to which band.
    package let places = MelBands(window: window, sampleRate: 16_000)
    /// The square root of a Hann window: applied before and after, overlapping halves add up to one.
    package let shape: UnsafePointer<Float>
    /// The newest spectrum.
    package let spectrum: UnsafeMutablePointer<kiss_fft_cpx>
    /// The energy of each band of the newest spectrum.
    package let bands: UnsafeMutablePointer<Float>

    private let memory: UnsafeMutablePointer<Float>
    private static let memorySize = 3 * window + bins + MelBands.count
    /// The samples of the last two hops.
    private let input: UnsafeMutablePointer<Float>
    private let frame: UnsafeMutablePointer<Float>
    private let energies: UnsafeMutablePointer<Float>

    /// One that has heard silence.
    package init() {
        memory = .allocate(capacity: Self.memorySize)
        memory.initialize(repeating: 0, count: Self.memorySize)
        spectrum = .allocate(capacity: Self.bins)
        spectrum.initialize(repeating: kiss_fft_cpx(), count: Self.bins)
        let shape = memory
        for index in 0..<Self.window { shape[index] = Float(sin(.pi * Double(index) / Double(Self.window))) }
        self.shape = UnsafePointer(shape)
        input = shape + Self.window
        frame = input + Self.window
        energies = frame + Self.window
        bands = energies + Self.bins
    }

    deinit {
        memory.deallocate()
        spectrum.deallocate()
    }

    /// Takes the next ``hop`` samples, of -1 to 1.
    package mutating func advance(_ samples: UnsafePointer<Float>) {
        input.update(from: input + Self.hop, count: Self.hop)
        (input + Self.hop).update(from: samples, count: Self.hop)
        for index in 0..<Self.window { frame[index] = input[index] * shape[index] }
        transform.transform(frame, into: spectrum)
        for bin in 0..<Self.bins {
            energies[bin] = spectrum[bin].r * spectrum[bin].r + spectrum[bin].i * spectrum[bin].i
        }
        places.gather(energies, into: bands)
    }

    /// Forgets what it heard.
    package mutating func reset() {
        input.update(repeating: 0, count: Self.window)
    }
}

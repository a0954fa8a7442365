import CKissFFT
import Glibc

/// The spectrum of real samples, and back.
///
/// It allocates nothing after it was made; one thread at a time may use it.
package struct RealTransform: ~Copyable {
    /// Samples, an even number; there are half as many bins, and one.
    package let count: Int

    // kissfft works in memory of ours.
    private let memory: UnsafeMutableRawPointer
    private let forward: kiss_fftr_cfg
    private let backward: kiss_fftr_cfg

    /// - Parameter count: samples, an even number.
    package init(count: Int) {
        precondition(count > 0 && count.isMultiple(of: 2))
        self.count = count
        var size = 0
        kiss_fftr_alloc(Int32(count), 0, nil, &size)
        // Aligned as kissfft asks for its parts.
        let stride = (size + 63) / 64 * 64
        memory = .allocate(byteCount: 2 * stride, alignment: 64)
        guard let forward = kiss_fftr_alloc(Int32(count), 0, memory, &size),
            let backward = kiss_fftr_alloc(Int32(count), 1, memory + stride, &size)
        else { preconditionFailure("kissfft refuses \(count) samples and the memory that it asked for") }
        self.forward = forward
        self.backward = backward
    }

    deinit { memory.deallocate() }

    /// The spectrum of `samples`.
    package func transform(_ samples: UnsafePointer<Float>, into bins: UnsafeMutablePointer<kiss_fft_cpx>) {
        kiss_fftr(forward, samples, bins)
    }

    /// The samples of the spectrum `bins`, ``count`` times as large.
    package func invert(_ bins: UnsafePointer<kiss_fft_cpx>, into samples: UnsafeMutablePointer<Float>) {
        kiss_fftri(backward, bins, samples)
    }
}

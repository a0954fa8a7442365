import Glibc

/// The bands in which the networks hear, and the noise reduction acts: triangles evenly spaced in mel from 0 to 8 kHz.
///
/// Each bin of the spectrum belongs to two neighbouring bands, by shares that add up to one. The same shares gather the
/// bins' energy into bands and spread the bands' gains over the bins.
///
/// Source: S. S. Stevens, J. Volkmann and E. B. Newman, "A scale for the measurement of the psychological magnitude
/// pitch", Journal of the Acoustical Society of America 8 (1937), in the usual form 2595 log10(1 + f / 700 Hz).
package struct MelBands: Sendable {
    /// How many there are.
    package static let count = 32

    /// For each bin the lower one of its bands, and that band's share; the next band has the rest.
    private let places: [(band: Int, share: Float)]

    /// - Parameters:
    ///   - window: samples of a spectrum; it has half as many bins, and one.
    ///   - sampleRate: in Hz.
    package init(window: Int, sampleRate: Int) {
        let highest = 2595 * log10(1 + Double(sampleRate) / 2 / 700)
        var centres: [Int] = []
        for band in 0..<Self.count {
            let mel = highest * Double(band) / Double(Self.count - 1)
            let frequency = 700 * (pow(10, mel / 2595) - 1)
            let nearest = Int((frequency * Double(window) / Double(sampleRate)).rounded(.toNearestOrEven))
            centres.append(max(nearest, (centres.last ?? -1) + 1))
        }
        var places: [(band: Int, share: Float)] = []
        for band in 0..<Self.count - 1 {
            let width = Float(centres[band + 1] - centres[band])
            for bin in centres[band]..<centres[band + 1] {
                places.append((band, 1 - Float(bin - centres[band]) / width))
            }
        }
        places.append((Self.count - 2, 0))
        self.places = places
    }

    /// The energy of each band.
    ///
    /// - Parameters:
    ///   - bins: the energy of each bin.
    ///   - bands: ``count`` values, which are overwritten.
    package func gather(_ bins: UnsafePointer<Float>, into bands: UnsafeMutablePointer<Float>) {
        bands.update(repeating: 0, count: Self.count)
        for (bin, place) in places.enumerated() {
            bands[place.band] += place.share * bins[bin]
            bands[place.band + 1] += (1 - place.share) * bins[bin]
        }
    }

    /// The gain of each bin.
    ///
    /// - Parameters:
    ///   - bands: the gain of each band.
    ///   - bins: as many values as there are bins, which are overwritten.
    package func spread(_ bands: UnsafePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
        for (bin, place) in places.enumerated() {
            bins[bin] = place.share * bands[place.band] + (1 - place.share) * bands[place.band + 1]
        }
    }
}

import CPocketSphinx
import CSenones
import Glibc
import Models

/// What senones are scored by: the Gaussians of a phonetically tied acoustic model, laid out for eight at a time.
///
/// Decoders of one model share it, and any thread may read it. The stock model's takes 1.8 MB, and its weights are read from
/// where the file is mapped.
final class SenoneModel: @unchecked Sendable {
    /// How PocketSphinx computes.
    struct Arithmetic: Hashable {
        /// Of its logarithms.
        var base: Double
        /// What a variance is at least.
        var varianceFloor: Float
    }

    /// For the functions that score by it.
    let pointer: UnsafePointer<csenones_model>

    /// What it points to.
    private let parts: [UnsafeMutableRawPointer]
    private let weights: TiedMixtures.Weights

    /// Bits by which scores are coarser than logarithms of that base.
    private static let scoreShift: Int32 = 10

    /// - Returns: nil where the model is of a form that only PocketSphinx itself can score.
    init?(_ mixtures: TiedMixtures, _ arithmetic: Arithmetic) {
        guard mixtures.densityCount % Int(csenones_density_width) == 0,
            mixtures.densityCount <= Int(csenones_most_densities),
            mixtures.senoneCount >= Int(csenones_senone_width),
            let additions = Self.additions(base: arithmetic.base)
        else { return nil }
        weights = mixtures.weights
        guard
            csenones_largest(weights.start, Int64(weights.count * weights.rowLength))
                <= csenones_largest_weight
        else { return nil }

        var parts: [UnsafeMutableRawPointer] = []
        func place<Value>(_ values: [Value]) -> UnsafePointer<Value> {
            let place = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(1, values.count * MemoryLayout<Value>.stride), alignment: 64)
            values.withUnsafeBytes { place.copyMemory(from: $0) }
            parts.append(place.baseAddress!)
            return UnsafePointer(place.bindMemory(to: Value.self).baseAddress!)
        }
        let gaussians = Gaussians(mixtures, arithmetic)
        let runs = Self.runs(mixtures.senoneCodebooks)
        var model = csenones_model()
        model.codebooks = Int32(mixtures.codebookCount)
        model.streams = Int32(mixtures.streamLengths.count)
        model.densities = Int32(mixtures.densityCount)
        model.senones = Int32(mixtures.senoneCount)
        model.lengths = place(mixtures.streamLengths.map(Int32.init))
        model.gaussians = place(gaussians.values)
        model.starts = place(gaussians.starts)
        model.peaks = place(gaussians.peaks)
        model.weights = weights.start
        model.row_length = Int64(weights.rowLength)
        model.codebook_of = place(mixtures.senoneCodebooks)
        model.runs = place(runs)
        model.run_count = Int32(runs.count)
        let limits = (1...Int(additions[0])).map { least in additions.firstIndex { $0 < least }! }
        withUnsafeMutableBytes(of: &model.additions) { $0.copyBytes(from: additions) }
        withUnsafeMutableBytes(of: &model.limits) { $0.copyBytes(from: limits.map(UInt8.init)) }
        pointer = place([model])
        self.parts = parts
    }

    deinit {
        for part in parts { part.deallocate() }
    }

    /// What adding a probability takes off the negative logarithm of the greater one, by their difference; nil for a base of
    /// which that is more than a few bits.
    private static func additions(base: Double) -> [UInt8]? {
        guard let logarithms = logmath_init(base, scoreShift, 1) else { return nil }
        defer { logmath_free(logarithms) }
        let additions = (0..<Int32(csenones_addition_count)).map { logmath_add(logarithms, 0, -$0) }
        guard (1...Int32(csenones_limit_count)).contains(additions[0]),
            additions[Int(csenones_largest_difference)...].allSatisfy({ $0 == 0 }),
            zip(additions, additions.dropFirst()).allSatisfy(>=)
        else { return nil }
        return additions.map(UInt8.init)
    }

    private static func runs(_ codebooks: [UInt8]) -> [csenones_run] {
        var runs: [csenones_run] = []
        for (senone, codebook) in codebooks.enumerated() {
            if let last = runs.indices.last, runs[last].codebook == Int32(codebook) {
                runs[last].count += 1
            } else {
                runs.append(csenones_run(first: Int32(senone), count: 1, codebook: Int32(codebook)))
            }
        }
        return runs
    }
}

/// The Gaussians of all codebooks and streams, as ``SenoneModel`` has them.
private struct Gaussians {
    var values: [Float]
    var peaks: [Float]
    /// Where those of a codebook and stream begin.
    var starts: [Int64] = []

    init(_ mixtures: TiedMixtures, _ arithmetic: SenoneModel.Arithmetic) {
        values = [Float](repeating: 0, count: 2 * mixtures.means.count)
        peaks = [Float](
            repeating: 0,
            count: mixtures.codebookCount * mixtures.streamLengths.count * mixtures.densityCount)
        let inverse = 1 / log(arithmetic.base)
        var start = 0
        for _ in 0..<mixtures.codebookCount {
            for length in mixtures.streamLengths {
                mixtures.means.withUnsafeBufferPointer { means in
                    mixtures.variances.withUnsafeBufferPointer { variances in
                        values.withUnsafeMutableBufferPointer { values in
                            peaks.withUnsafeMutableBufferPointer { peaks in
                                csenones_prepare(
                                    means.baseAddress! + start, variances.baseAddress! + start,
                                    Int32(mixtures.densityCount), Int32(length), arithmetic.varianceFloor,
                                    inverse, values.baseAddress! + 2 * start,
                                    peaks.baseAddress! + starts.count * mixtures.densityCount)
                            }
                        }
                    }
                }
                starts.append(Int64(2 * start))
                start += length * mixtures.densityCount
            }
        }
    }
}

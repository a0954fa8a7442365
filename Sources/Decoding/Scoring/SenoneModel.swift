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
        func room<Value>(for count: Int, of type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
            let place = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(1, count * MemoryLayout<Value>.stride), alignment: 64)
            parts.append(place.baseAddress!)
            return place.bindMemory(to: Value.self)
        }
        func place<Value>(_ values: [Value]) -> UnsafePointer<Value> {
            let place = room(for: values.count, of: Value.self)
            _ = place.initialize(from: values)
            return UnsafePointer(place.baseAddress!)
        }
        let gaussians = room(for: 2 * mixtures.means.count, of: Float.self).baseAddress!
        let peaks = room(
            for: mixtures.codebookCount * mixtures.streamLengths.count * mixtures.densityCount,
            of: Float.self
        ).baseAddress!
        let starts = Self.prepare(mixtures, arithmetic, gaussians, peaks)
        let runs = Self.runs(mixtures.senoneCodebooks)
        var model = csenones_model()
        model.codebooks = Int32(mixtures.codebookCount)
        model.streams = Int32(mixtures.streamLengths.count)
        model.densities = Int32(mixtures.densityCount)
        model.senones = Int32(mixtures.senoneCount)
        model.lengths = place(mixtures.streamLengths.map(Int32.init))
        model.gaussians = UnsafePointer(gaussians)
        model.starts = place(starts)
        model.peaks = UnsafePointer(peaks)
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

    /// Writes the Gaussians of all codebooks and streams.
    ///
    /// - Returns: where those of each begin.
    private static func prepare(
        _ mixtures: TiedMixtures, _ arithmetic: Arithmetic, _ gaussians: UnsafeMutablePointer<Float>,
        _ peaks: UnsafeMutablePointer<Float>
    ) -> [Int64] {
        var starts: [Int64] = []
        mixtures.means.withUnsafeBufferPointer { means in
            mixtures.variances.withUnsafeBufferPointer { variances in
                var start = 0
                for _ in 0..<mixtures.codebookCount {
                    for length in mixtures.streamLengths {
                        csenones_prepare(
                            means.baseAddress! + start, variances.baseAddress! + start,
                            Int32(mixtures.densityCount), Int32(length), arithmetic.varianceFloor,
                            1 / log(arithmetic.base), gaussians + 2 * start,
                            peaks + starts.count * mixtures.densityCount)
                        starts.append(Int64(2 * start))
                        start += length * mixtures.densityCount
                    }
                }
            }
        }
        return starts
    }
}

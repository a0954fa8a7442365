import Glibc

/// The numbers of a phonetically tied model: a codebook of Gaussians a phone, and senones that are mixtures of those.
///
/// ```swift
/// guard let mixtures = try TiedMixtures(of: pack.acousticModel) else { return }    // a model of another kind
/// ```
///
/// Any thread may read it.
///
/// Source: D. Huggins-Daines et al., "PocketSphinx: a free, real-time continuous speech recognition system for hand-held devices",
/// ICASSP 2006; the files as ms_gauden.c and ptm_mgau.c of PocketSphinx 5prealpha read them.
package struct TiedMixtures: Sendable {
    /// One codebook a phone.
    package let codebookCount: Int
    /// Values of each stream's features.
    package let streamLengths: [Int]
    /// Gaussians of a codebook and stream.
    package let densityCount: Int
    /// By codebook, stream and Gaussian as many values as the stream has.
    package let means: [Float]
    package let variances: [Float]
    /// For each senone its codebook.
    package let senoneCodebooks: [UInt8]
    package let weights: Weights

    /// - Parameter acousticModel: the folder of mdef, means, variances and sendump, from a checked ``ModelPack``.
    /// - Returns: nil for a model of another kind or form, of which PocketSphinx knows several.
    /// - Throws: `.unusableModel` for a file that is missing or broken.
    package init?(of acousticModel: String) throws(ModelError) {
        let dumpPath = acousticModel + "/sendump"
        guard access(dumpPath, F_OK) == 0 else { return nil }
        let means = try ParameterFile(path: acousticModel + "/means", kind: .gaussians)
        let variances = try ParameterFile(path: acousticModel + "/variances", kind: .gaussians)
        let counts = try ModelDefinition(path: acousticModel + "/mdef", whole: false)
        guard means.first == counts.phones.count, means.first <= 256 else { return nil }
        let definition = try ModelDefinition(path: acousticModel + "/mdef")
        let dump = try SenoneDump(
            path: dumpPath, streams: means.second, densities: means.third, senones: definition.senoneCount)
        guard !means.isSwapped, !variances.isSwapped, variances.valueCount == means.valueCount,
            let rows = dump.rows, definition.senonePhones.count == definition.senoneCount,
            definition.senonePhones.allSatisfy({ $0 >= 0 })
        else { return nil }
        codebookCount = means.first
        streamLengths = means.vectorLengths
        densityCount = means.third
        self.means = means.floats
        self.variances = variances.floats
        senoneCodebooks = definition.senonePhones.map(UInt8.init)
        weights = Weights(
            dump.file, start: rows.start, rowLength: rows.length, count: means.second * means.third)
    }

    package var senoneCount: Int { senoneCodebooks.count }
}

extension TiedMixtures {
    /// For each stream and Gaussian a row of all senones' weights in it: negative logarithms. They are read from where the file is
    /// mapped, as long as this is there.
    package final class Weights: Sendable {
        /// Of the first row.
        package var start: UnsafePointer<UInt8> {
            (file.bytes.baseAddress! + offset).assumingMemoryBound(to: UInt8.self)
        }
        /// Bytes from one row to the next.
        package let rowLength: Int
        /// Rows.
        package let count: Int

        private let file: MappedFile
        private let offset: Int

        fileprivate init(_ file: MappedFile, start: Int, rowLength: Int, count: Int) {
            self.file = file
            offset = start
            self.rowLength = rowLength
            self.count = count
        }
    }
}

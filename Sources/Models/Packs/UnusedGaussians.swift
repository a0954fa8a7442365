/// The least that PocketSphinx takes for the Gaussians of an acoustic model: a single one in each codebook and stream.
///
/// For a decoder that does not score by them itself, but searches by what is computed elsewhere: instead of the stock model's
/// 16 000 Gaussians it reads 126.
///
/// ```swift
/// let gaussians = try UnusedGaussians(insteadOf: pack.acousticModel)
/// // gaussians.means, .variances and .weights as files, beside the model's own mdef and transition_matrices
/// ```
///
/// Source: the form of the files as sphinxbase's bio.c reads and writes it (see ``ParameterFile``).
package struct UnusedGaussians: Sendable {
    /// The contents of the file `means`.
    package let means: [UInt8]
    /// The contents of the file `variances`.
    package let variances: [UInt8]
    /// The contents of the file `mixture_weights`.
    package let weights: [UInt8]

    /// As many codebooks, streams and senones as this model has.
    ///
    /// - Parameter acousticModel: the folder of mdef and means, from a checked ``ModelPack``.
    /// - Throws: `.unusableModel` where one of these two is missing or broken.
    package init(insteadOf acousticModel: String) throws(ModelError) {
        let definition = try ModelDefinition(path: acousticModel + "/mdef", whole: false)
        let model = try ParameterFile(path: acousticModel + "/means", kind: .gaussians)
        let dimensions = [model.first, model.second, 1] + model.vectorLengths
        let count = model.first * model.vectorLengths.reduce(0, +)
        means = ParameterFile.bytes(dimensions, repeating: 0, count: count)
        variances = ParameterFile.bytes(dimensions, repeating: 1, count: count)
        weights = ParameterFile.bytes(
            [definition.senoneCount, model.second, 1], repeating: 1,
            count: definition.senoneCount * model.second)
    }
}

extension ParameterFile {
    /// A file of the same value everywhere, in this machine's byte order.
    fileprivate static func bytes(_ dimensions: [Int], repeating value: Float, count: Int) -> [UInt8] {
        var bytes = Array("s3\nversion 1.0\nendhdr\n".utf8)
        func append(_ word: UInt32) {
            withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
        }
        append(0x1122_3344)
        for number in dimensions + [count] { append(UInt32(number)) }
        for _ in 0..<count { append(value.bitPattern) }
        return bytes
    }
}

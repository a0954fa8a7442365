import Glibc
import Models

/// The files of an acoustic model, as PocketSphinx's options name them; some of them may be in memory, as long as this is kept.
struct AcousticModelFiles {
    /// By option.
    let settings: [String: String]
    private let files: [MemoryFile]

    /// - Parameters:
    ///   - folder: of mdef, means, …
    ///   - withGaussians: without, no acoustic score can be computed by them (see ``UnusedGaussians``).
    init(_ folder: String, withGaussians: Bool = true) throws(DecoderError) {
        guard !withGaussians else {
            settings = ["-hmm": folder]
            files = []
            return
        }
        let gaussians: UnusedGaussians
        do { gaussians = try UnusedGaussians(insteadOf: folder) } catch { throw .model(error) }
        let means = try MemoryFile(gaussians.means, name: "means")
        let variances = try MemoryFile(gaussians.variances, name: "variances")
        let weights = try MemoryFile(gaussians.weights, name: "mixture_weights")
        files = [means, variances, weights]
        // Not `-hmm`: the folder's sendump would be taken before these weights.
        var settings = [
            "-mdef": "\(folder)/mdef", "-tmat": "\(folder)/transition_matrices",
            "-mean": means.path, "-var": variances.path, "-mixw": weights.path,
            // Of one Gaussian, one is the best.
            "-topn": "1",
        ]
        // What a model need not have.
        for (option, file) in [
            ("-featparams", "feat.params"), ("-fdict", "noisedict"), ("-lda", "feature_transform"),
        ] {
            let path = "\(folder)/\(file)"
            if access(path, F_OK) == 0 { settings[option] = path }
        }
        self.settings = settings
    }
}

import Glibc

/// Whether the files of an acoustic model fit each other.
struct AcousticModelCheck {
    let folder: String
    let definition: ModelDefinition
    let sampleRate: Int

    func problems() -> [ModelError] {
        var problems: [ModelError] = []
        do throws(ModelError) {
            let means = try ParameterFile(path: folder + "/means", kind: .gaussians)
            try checkCodebooks(means)
            try checkVariances(means)
            try checkWeights(means)
            try checkFeatures(means)
        } catch {
            problems.append(error)
        }
        do throws(ModelError) {
            try checkTransitions()
        } catch {
            problems.append(error)
        }
        do throws(ModelError) {
            try checkNoises()
        } catch {
            problems.append(error)
        }
        return problems
    }

    private func problem(_ file: String, _ reason: String) -> ModelError {
        .unusableModel(
            path: "\(folder)/\(file)", reason: reason,
            remedy: "use the files of one and the same acoustic model")
    }

    /// One codebook for all (semi-continuous), one a phone (phonetically tied) or one a senone (continuous).
    private func checkCodebooks(_ means: ParameterFile) throws(ModelError) {
        guard [1, definition.phones.count, definition.senoneCount].contains(means.first) else {
            throw problem(
                "means",
                "\(means.first) codebooks fit neither mdef's \(definition.phones.count) phones nor its "
                    + "\(definition.senoneCount) senones")
        }
    }

    private func checkVariances(_ means: ParameterFile) throws(ModelError) {
        let variances = try ParameterFile(path: folder + "/variances", kind: .gaussians)
        guard variances.first == means.first, variances.third == means.third,
            variances.vectorLengths == means.vectorLengths
        else { throw problem("variances", "its dimensions differ from those of means") }
    }

    private func checkWeights(_ means: ParameterFile) throws(ModelError) {
        let dump = folder + "/sendump"
        guard access(dump, F_OK) != 0 else {
            _ = try SenoneDump(
                path: dump, streams: means.second, densities: means.third, senones: definition.senoneCount)
            return
        }
        let weights = try ParameterFile(path: folder + "/mixture_weights", kind: .weights)
        guard weights.first == definition.senoneCount else {
            throw problem(
                "mixture_weights", "\(weights.first) senones where mdef has \(definition.senoneCount)")
        }
        guard weights.second == means.second, weights.third == means.third else {
            throw problem("mixture_weights", "its dimensions differ from those of means")
        }
    }

    private func checkTransitions() throws(ModelError) {
        let matrices = try ParameterFile(path: folder + "/transition_matrices", kind: .transitions)
        guard matrices.first == definition.transitionCount else {
            throw problem(
                "transition_matrices",
                "\(matrices.first) matrices where mdef has \(definition.transitionCount)")
        }
        let states = definition.statesPerPhone
        guard matrices.third == matrices.second + 1, states == 0 || matrices.second == states else {
            throw problem("transition_matrices", "\(matrices.second) states a phone where mdef has \(states)")
        }
    }

    /// The front end's streams must be as long as the codebooks' vectors.
    private func checkFeatures(_ means: ParameterFile) throws(ModelError) {
        let path = folder + "/feat.params"
        let isThere = access(path, F_OK) == 0
        let options = isThere ? try FeatureOptions(path: path) : FeatureOptions()
        if let rate = options["-samprate"], Double(rate) != Double(sampleRate) {
            throw .unusableModel(
                path: path, reason: "its sample rate is \(rate) Hz, not \(sampleRate)",
                remedy: "correct 'sample_rate' in model.yaml")
        }
        // sphinxbase rounds in favour of the filters.
        guard options.highestFrequency <= Double(sampleRate) / 2 + 1 else {
            throw .unusableModel(
                path: path,
                reason:
                    "its filters reach up to \(options["-upperf"] ?? "\(options.highestFrequency)") Hz, but sound of "
                    + "\(sampleRate) Hz ends at \(sampleRate / 2) Hz",
                remedy: "correct 'sample_rate' in model.yaml")
        }
        // A transform that is trained with the model shortens the vectors.
        guard access(folder + "/feature_transform", F_OK) != 0 else { return }
        if let lengths = options.streamLengths, lengths != means.vectorLengths {
            throw problem(
                "feat.params",
                "\(isThere ? "its" : "it is missing, and the default") streams of \(lengths) values do not fit the "
                    + "vectors of \(means.vectorLengths) in means")
        }
    }

    /// The words for noises and silence, which may use every phone.
    private func checkNoises() throws(ModelError) {
        let path = folder + "/noisedict"
        guard access(path, F_OK) == 0 else { return }
        var bad: ModelError?
        try DictionaryFile(path: path).forEachEntry { line, word, phones in
            guard bad == nil, phones.isEmpty || !phones.allSatisfy(definition.phones.contains) else { return }
            bad = .unusableModel(
                path: "\(path):\(line)",
                reason: "the noise '\(word)' is said with a phone that mdef does not have",
                remedy: "correct this line")
        }
        if let bad { throw bad }
    }
}

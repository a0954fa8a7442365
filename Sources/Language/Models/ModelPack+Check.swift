import Glibc

extension ModelPack {
    /// Everything that is wrong with the pack's files; empty if PocketSphinx can load them.
    ///
    /// PocketSphinx ends the process, or crashes, on some broken files, so nothing is handed to it before this has passed.
    /// The acoustic model is read whole; with `readingWhole` off, the dictionary's phones are not looked at, which keeps
    /// it within a start-up's time.
    public func check(readingWhole: Bool = true) -> [LanguageError] {
        var problems: [LanguageError] = []
        /// The value, or nil after a problem was noted.
        func attempt<Value>(_ body: () throws(LanguageError) -> Value) -> Value? {
            do throws(LanguageError) {
                return try body()
            } catch {
                problems.append(withRemedy(error))
                return nil
            }
        }
        if let definition = attempt({ () throws(LanguageError) in
            try ModelDefinition(path: acousticModel + "/mdef", whole: readingWhole)
        }) {
            problems += AcousticModelCheck(
                folder: acousticModel, definition: definition, sampleRate: sampleRate
            ).problems()
                .map(withRemedy)
            let phones = PhoneSet(phones: listedPhones ?? definition.phones, fillers: definition.fillers)
            for phone in phones.phones where !definition.phones.contains(phone) {
                problems.append(
                    .unusableModel(
                        path: manifest, reason: "the acoustic model has no phone '\(phone)'",
                        remedy: "remove it from 'phones'"))
            }
            if readingWhole { problems += dictionaryProblems(phones).map(withRemedy) }
        }
        if !readingWhole { _ = attempt { () throws(LanguageError) in try MappedFile(path: dictionary) } }
        for path in [languageModels.dictation, languageModels.search, phoneLoop].compactMap({ $0 }) {
            _ = attempt { () throws(LanguageError) in try LanguageModelFile(path: path) }
        }
        return problems
    }

    /// The first line that uses an unknown phone or has none, and how many more there are.
    private func dictionaryProblems(_ phones: PhoneSet) -> [LanguageError] {
        let file: DictionaryFile
        do throws(LanguageError) {
            file = try DictionaryFile(path: dictionary)
        } catch {
            return [error]
        }
        var first: LanguageError?
        var bad = 0
        var good = 0
        let known = Set(phones.phones)
        file.forEachEntry { line, word, pronunciation in
            if !pronunciation.isEmpty, pronunciation.allSatisfy(known.contains) {
                good += 1
                return
            }
            bad += 1
            guard first == nil else { return }
            let phone = pronunciation.first { !known.contains($0) }
            first = .unusableModel(
                path: "\(dictionary):\(line)",
                reason: phone.map {
                    "'\(word)' is said with the phone '\($0)', which the acoustic model does not have"
                }
                    ?? "'\(word)' has no phones",
                remedy: "correct this line, or use the dictionary that came with the model")
        }
        if good == 0, bad == 0 {
            return [
                .unusableModel(
                    path: dictionary, reason: "there are no words in it", remedy: "install it again")
            ]
        }
        guard case .unusableModel(let path, let reason, let remedy) = first else { return [] }
        let more = bad > 1 ? " (and \(bad - 1) more such lines)" : ""
        return [.unusableModel(path: path, reason: reason + more, remedy: remedy)]
    }

    /// A missing file's remedy is the package that brings it.
    private func withRemedy(_ problem: LanguageError) -> LanguageError {
        guard let package, case .unusableModel(let path, "no such file", _) = problem else { return problem }
        return .unusableModel(
            path: path, reason: "no such file", remedy: "install the Debian package '\(package)'")
    }
}

/// Whether the files of an acoustic model fit each other.
private struct AcousticModelCheck {
    let folder: String
    let definition: ModelDefinition
    let sampleRate: Int

    func problems() -> [LanguageError] {
        var problems: [LanguageError] = []
        do throws(LanguageError) {
            let means = try ParameterFile(path: folder + "/means", kind: .gaussians)
            try checkCodebooks(means)
            try checkVariances(means)
            try checkWeights(means)
            try checkFeatures(means)
        } catch {
            problems.append(error)
        }
        do throws(LanguageError) {
            try checkTransitions()
        } catch {
            problems.append(error)
        }
        do throws(LanguageError) {
            try checkNoises()
        } catch {
            problems.append(error)
        }
        return problems
    }

    private func problem(_ file: String, _ reason: String) -> LanguageError {
        .unusableModel(
            path: "\(folder)/\(file)", reason: reason,
            remedy: "use the files of one and the same acoustic model")
    }

    /// One codebook for all (semi-continuous), one a phone (phonetically tied) or one a senone (continuous).
    private func checkCodebooks(_ means: ParameterFile) throws(LanguageError) {
        guard [1, definition.phones.count, definition.senoneCount].contains(means.first) else {
            throw problem(
                "means",
                "\(means.first) codebooks fit neither mdef's \(definition.phones.count) phones nor its "
                    + "\(definition.senoneCount) senones")
        }
    }

    private func checkVariances(_ means: ParameterFile) throws(LanguageError) {
        let variances = try ParameterFile(path: folder + "/variances", kind: .gaussians)
        guard variances.first == means.first, variances.third == means.third,
            variances.vectorLengths == means.vectorLengths
        else { throw problem("variances", "its dimensions differ from those of means") }
    }

    private func checkWeights(_ means: ParameterFile) throws(LanguageError) {
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

    private func checkTransitions() throws(LanguageError) {
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
    private func checkFeatures(_ means: ParameterFile) throws(LanguageError) {
        let path = folder + "/feat.params"
        guard access(path, F_OK) == 0 else { return }
        let options = try FeatureOptions(path: path)
        if let rate = options["-samprate"].flatMap(Double.init), Int(rate) != sampleRate {
            throw .unusableModel(
                path: path, reason: "its sample rate is \(Int(rate)) Hz, not \(sampleRate)",
                remedy: "correct 'sample_rate' in model.yaml")
        }
        if let lengths = options.streamLengths, lengths != means.vectorLengths {
            throw problem(
                "feat.params",
                "its streams of \(lengths) values do not fit the vectors of \(means.vectorLengths) in means")
        }
    }

    /// The words for noises and silence, which may use every phone.
    private func checkNoises() throws(LanguageError) {
        let path = folder + "/noisedict"
        guard access(path, F_OK) == 0 else { return }
        var bad: LanguageError?
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

/// The options in an acoustic model's `feat.params`: `-name value` pairs.
private struct FeatureOptions {
    private var values: [String: String] = [:]

    init(path: String) throws(LanguageError) {
        let file = try MappedFile(path: path)
        let words = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
            String.init)
        guard words.count.isMultiple(of: 2) else {
            throw .unusableModel(
                path: path, reason: "an option has no value", remedy: "install the acoustic model again")
        }
        for index in stride(from: 0, to: words.count, by: 2) { values[words[index]] = words[index + 1] }
    }

    subscript(name: String) -> String? { values[name] }

    /// The lengths of the feature streams, as sphinxbase's feat.c makes them from 13 cepstra; nil for a type that is not
    /// known here.
    var streamLengths: [Int]? {
        if let ranges = values["-svspec"] {
            return ranges.split(separator: "/").map { part in
                part.split(separator: ",").reduce(0) { sum, range in
                    let ends = range.split(separator: "-").compactMap { Int($0) }
                    return sum + (ends.count == 2 ? ends[1] - ends[0] + 1 : 1)
                }
            }
        }
        switch values["-feat"] {
        case "1s_c_d_dd": return [39]
        case "s2_4x": return [12, 24, 3, 12]
        default: return nil
        }
    }
}

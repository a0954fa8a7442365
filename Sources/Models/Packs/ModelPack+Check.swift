extension ModelPack {
    /// Everything that is wrong with the pack's files; empty if PocketSphinx can load them.
    ///
    /// PocketSphinx ends the process, or crashes, on some broken files, so nothing is handed to it before this has passed.
    /// Every header, dimension, length and checksum is looked at. Unless `readingWhole`, the triphones of mdef and the
    /// phones of the dictionary's 134 000 lines are not, which keeps it to some milliseconds: for a start-up. Any thread.
    public func check(readingWhole: Bool = true) -> [ModelError] {
        var problems: [ModelError] = []
        if let definition = checkAcousticModels(readingWhole: readingWhole, &problems) {
            checkPhones(definition, readingWhole: readingWhole, &problems)
        }
        checkOtherFiles(readingWhole: readingWhole, &problems)
        return problems
    }

    /// What the acoustic model's definition says; nil after a problem with it was noted.
    private func checkAcousticModels(
        readingWhole: Bool, _ problems: inout [ModelError]
    ) -> ModelDefinition? {
        let definition = checkAcousticModel(acousticModel, readingWhole: readingWhole, &problems)
        guard let folder = acousticModelForCommands else { return definition }
        let forCommands = checkAcousticModel(folder, readingWhole: readingWhole, &problems)
        // Both are given the same pronunciations.
        if let forCommands, let definition, forCommands.phones != definition.phones {
            problems.append(
                .unusableModel(
                    path: manifest,
                    reason: "'acoustic_model_for_commands' has other phones than 'acoustic_model'",
                    remedy: "name one that was adapted from the same model, or leave it out"))
        }
        return definition
    }

    /// The same of one model.
    private func checkAcousticModel(
        _ folder: String, readingWhole: Bool, _ problems: inout [ModelError]
    ) -> ModelDefinition? {
        let definition = attempt(&problems) { () throws(ModelError) in
            try ModelDefinition(path: folder + "/mdef", whole: readingWhole)
        }
        guard let definition else { return nil }
        let check = AcousticModelCheck(folder: folder, definition: definition, sampleRate: sampleRate)
        problems += check.problems().map(withRemedy)
        return definition
    }

    /// The phones that are listed, and those of dictionaries.
    private func checkPhones(
        _ definition: ModelDefinition, readingWhole: Bool, _ problems: inout [ModelError]
    ) {
        let phones = PhoneSet(phones: listedPhones ?? definition.phones, fillers: definition.fillers)
        for phone in phones.phones where !definition.phones.contains(phone) {
            problems.append(
                .unusableModel(
                    path: manifest, reason: "the acoustic model has no phone '\(phone)'",
                    remedy: "remove it from 'phones'"))
        }
        guard readingWhole else { return }
        for path in dictionaries { problems += Self.problems(ofDictionary: path, phones).map(withRemedy) }
    }

    private func checkOtherFiles(readingWhole: Bool, _ problems: inout [ModelError]) {
        for path in (readingWhole ? [] : dictionaries) + [noise, phoneNetwork].compactMap({ $0 }) {
            _ = attempt(&problems) { () throws(ModelError) in try MappedFile(path: path) }
        }
        _ = attempt(&problems) { () throws(ModelError) in try languageWords() }
        for path in [languageModels.dictation, languageModels.search].compactMap({ $0 }) {
            _ = attempt(&problems) { () throws(ModelError) in try LanguageModelFile(path: path) }
        }
    }

    /// The value, or nil after a problem was noted.
    private func attempt<Value>(
        _ problems: inout [ModelError], _ body: () throws(ModelError) -> Value
    ) -> Value? {
        do throws(ModelError) {
            return try body()
        } catch {
            problems.append(withRemedy(error))
            return nil
        }
    }

    /// The first line that uses an unknown phone or has none, and how many more there are.
    private static func problems(ofDictionary path: String, _ phones: PhoneSet) -> [ModelError] {
        let file: DictionaryFile
        do throws(ModelError) {
            file = try DictionaryFile(path: path)
        } catch {
            return [error]
        }
        var first: ModelError?
        var bad = 0
        var good = 0
        let known = Set(phones.phones)
        file.forEachEntry { line, word, pronunciation in
            // What is no UTF-8 has been replaced.
            let isReadable = !word.unicodeScalars.contains("\u{FFFD}")
            if isReadable, !pronunciation.isEmpty, pronunciation.allSatisfy(known.contains) {
                good += 1
                return
            }
            bad += 1
            guard first == nil else { return }
            guard isReadable else {
                first = .unusableModel(
                    path: "\(path):\(line)",
                    reason: "'\(word)' is not in UTF-8, and would match no word of a configuration",
                    remedy: "convert the file, such as with 'iconv -f ISO-8859-1 -t UTF-8'")
                return
            }
            let phone = pronunciation.first { !known.contains($0) }
            first = .unusableModel(
                path: "\(path):\(line)",
                reason: phone.map {
                    "'\(word)' is said with the phone '\($0)', which the acoustic model does not have"
                }
                    ?? "'\(word)' has no phones",
                remedy: "correct this line, or use the dictionary that came with the model")
        }
        if good == 0, bad == 0 {
            return [
                .unusableModel(
                    path: path, reason: "there are no words in it", remedy: "install it again")
            ]
        }
        guard case .unusableModel(let path, let reason, let remedy) = first else { return [] }
        let more = bad > 1 ? " (and \(bad - 1) more such lines)" : ""
        return [.unusableModel(path: path, reason: reason + more, remedy: remedy)]
    }

    /// A missing file's remedy is the package that brings it; variants are the pack's own.
    func withRemedy(_ problem: ModelError) -> ModelError {
        guard let package, case .unusableModel(let path, "no such file", _) = problem,
            path != variants
        else { return problem }
        return .unusableModel(
            path: path, reason: "no such file", remedy: "install the Debian package '\(package)'")
    }
}

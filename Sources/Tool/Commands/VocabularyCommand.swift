import Appliance
import Configuration
import Console
import Models
import Platform
import Vocabulary

/// `earshot vocabulary`: a site's own words for dictation.
enum VocabularyCommand: ToolCommand {
    static let name = "vocabulary"
    static let summary = "turn a site's sentences, names and streets into words for dictation"
    static let help = """
        earshot vocabulary build TEXT... -o FOLDER [--class NAME=FILE]... [--locale LOCALE]
                                 [--words N] [--rows N]

          TEXT                a UTF-8 file of what people say, as one writes it: sentences, or a name, product or street a
                              line; numbers in digits are taken as they are said
          -o FOLDER           where the vocabulary goes: a language model (phrases.arpa), and the pronunciations that the
                              dictionary does not have (pronunciations.dict), to be looked at and corrected
          --class NAME=FILE   <NAME> in a text stands for any phrase of this file, a line each; <1..30> is any number of the
                              range, and <number> one from 0 to 99
          --locale LOCALE     the language, as in a configuration; if not given, the environment's
          --words N           keep the N words that are said most (default 20000)
          --rows N            keep the N pairs and triples of words that tell most (default 300000)

        'dictation: { vocabulary: FOLDER }' in a configuration listens for it, alone or mixed with general English; 'earshot
        reload' takes a new one while the appliance runs. Pronunciations that were corrected stay when it is built again.
        Status: 0 made, 1 FOLDER cannot be written, 66 a text cannot be read or has mistakes, 69 there is no such language.
        """

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(
            words, options: ["-o", "--locale", "--words", "--rows"], lists: ["--class"])
        guard let what = arguments.positionals.first else {
            throw UsageError("write 'vocabulary build TEXT... -o FOLDER'")
        }
        guard what == "build" else { throw UsageError("there is no 'vocabulary \(what)'; there is build") }
        let texts = arguments.positionals.dropFirst()
        guard !texts.isEmpty else { throw UsageError("name a text to make it from") }
        guard let folder = arguments.value("-o") else {
            throw UsageError("say where the vocabulary goes, as in '-o shop'")
        }
        var limits = VocabularyBuilder.Limits()
        limits.words = try arguments.positiveInteger("--words") ?? limits.words
        limits.rows = try arguments.positiveInteger("--rows") ?? limits.rows
        guard limits.words <= PhraseModel.mostWords else {
            throw UsageError("--words goes to \(PhraseModel.mostWords)")
        }
        let classes = try arguments.values(of: "--class").map(classFile)

        var configuration = ApplianceConfiguration.dictation
        configuration.locale = arguments.value("--locale")
        let pack = try configuration.modelPack()
        if configuration.locale == nil,
            let asked = ModelPack.unspokenLocale(among: ModelPack.installed())
        {
            Terminal.report(
                "\(asked.variable) asks for \(asked.locale), which no installed language is, so it is built for "
                    + "\(pack.locale); write '--locale \(pack.locale)' if that is meant")
        }
        var builder = try VocabularyBuilder(for: pack, limits: limits)
        let draft: VocabularyDraft
        do {
            for (name, path) in classes { try builder.define(name, from: path) }
            for path in texts { try builder.add(path) }
            let reviewed = try PronunciationFile.existing(
                at: "\(folder)/\(SiteVocabulary.pronunciationsName)", phones: pack.phones())
            draft = try builder.finish(reviewed: reviewed)
        } catch let error as ConfigurationError {
            Terminal.report("\(error)", bare: true)
            return .input
        } catch let error as VocabularyError {
            Terminal.report("\(error)", bare: true)
            return .input
        }
        do {
            try draft.write(to: folder)
        } catch {
            Terminal.report("'\(folder)' cannot be written (\(error)); name a folder that can be made")
            return .failure
        }
        Terminal.print(report(draft, in: folder))
        return .success
    }

    private static func classFile(_ text: String) throws(UsageError) -> (name: String, path: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw UsageError("--class wants a name and a file, as in '--class name=names.txt'")
        }
        // As a text has it: '--class <name>=names.txt'.
        let isBracketed = parts[0].hasPrefix("<") && parts[0].hasSuffix(">")
        return (isBracketed ? String(parts[0].dropFirst().dropLast()) : parts[0], parts[1])
    }

    private static func report(_ draft: VocabularyDraft, in folder: String) -> String {
        let shown = 10
        func listed(_ words: [String]) -> String {
            words.prefix(shown).joined(separator: ", ")
                + (words.count > shown ? " and \(words.count - shown) more" : "")
        }
        var lines = [
            "\(folder): \(draft.words.count.counted("word")) in \(draft.sentences.counted("sentence"))"
        ]
        if !draft.guesses.isEmpty {
            lines.append(
                "how \(draft.guesses.count) of them \(draft.guesses.count == 1 ? "is" : "are") said is guessed; look at \(folder)/\(SiteVocabulary.pronunciationsName): "
                    + listed(draft.guesses.map(\.word)))
        }
        lines += draft.unspoken.prefix(shown).map { word, mark in
            "\(mark.map { "\($0): " } ?? "")'\(word)' is not recognized, as it is not known how it is said; add it to "
                + "\(folder)/\(SiteVocabulary.pronunciationsName), and build again"
        }
        if draft.unspoken.count > shown {
            lines.append("and \(draft.unspoken.count - shown) more such words")
        }
        if draft.leftOut > 0 {
            lines.append(
                "what is said least is left out, \(draft.leftOut.counted("word")); '--words' allows more")
        }
        let mix = Int((draft.preface.mix * 100).rounded())
        lines.append(
            mix == 0
                ? "people will say few other words: no general words are mixed in, unless a configuration says 'mix:'"
                : "people will say other words, too: general words are mixed in (\(mix)%), unless a configuration says 'mix:'"
        )
        return lines.joined(separator: "\n")
    }
}

import Appliance
import Console
import Decoding
import Evaluation
import EventSocket
import Glibc
import Grammar
import Interpretation
import Platform
import Utterance

/// `earshot evaluate`: how good a configuration is on recordings of a site.
enum EvaluateCommand: OrderlyCommand {
    static let name = "evaluate"
    static let summary = "play labelled recordings and count what was right"
    static let help = """
        earshot evaluate MANIFEST --config FILE [--noise FILE [--snr DB] [--seed N]] [--endpointing MODE]
                         [--workers N] [--compare OLD] [--fail-under PERCENT] [--html FILE] [--json]
                         [--log-level LEVEL]

          MANIFEST            one JSON object a line: "audio" (a path beside the manifest) and what must come of it:
                              "command" and "slots", "command": null for nothing at all, "text", the words of a
                              command, of other speech, or of dictation, or "wake", the phrase that is said; beside
                              "command" both are said in one breath
          --config FILE       what may be said; with a wake phrase, nothing is done before it is heard, but a
                              "command" without "wake" is played as if it had just been; without one, any
                              speech starts an utterance, whatever 'listen' says
          --noise FILE        mix this sound into every recording
          --snr DB            so much louder is the loudest speech than the loudest noise (default 12)
          --seed N            where in the noise each recording begins (default 1)
          --endpointing MODE  grammar or plain: waits after the words' own need, or always for 'limits: pause'
          --workers N         recordings at once (default 2)
          --compare OLD       which recordings are right that were not, and the other way round, when OLD was written with
                              --json; and how likely such a difference is by chance (McNemar's exact test)
          --fail-under N      end with status 1 when fewer than N per cent of the recordings are right
          --html FILE         write all of it as a page, with the recordings that went wrong to listen to; the page names
                              them, and holds no sound
          --json              one line a recording as soon as it is done, the summary last
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        A command is right when its name and every labelled slot are, and no other labelled slot was invented; dictation
        is when every word is. "text" beside commands is right when the command that it says was done, with its slots, or
        nothing where it says none; where there are wake phrases, it says one only after such a phrase. Labels that no
        recording could come to, such as a misspelt command, are named before anything is played; only a wake phrase that
        the configuration does not have is other speech, from which nothing must come. 'confirm' is left out, as no recording
        answers: a command that would wait for a yes is done at once, and is a false accept where none was said.
        A response is timed from the last word's end to the output, where the command was decided before the recording ended,
        so let half a second or more of quiet follow the words; the figures say how many were.
        Half of the recordings should be ones the configuration was not tuned on. No pin moves. Ctrl-C ends it, and tells of
        the recordings that are done.
        Status: 0 all are played, 1 it was ended, or fewer are right than --fail-under asks for, 66 the manifest or a recording
        cannot be used, 69 no language is installed, 78 the configuration has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--json"],
            options: [
                "--config", "--noise", "--snr", "--seed", "--workers", "--endpointing", "--compare",
                "--fail-under", "--html", "--log-level",
            ])
        guard !arguments.positionals.isEmpty else { throw UsageError("name one manifest") }
        let path = try arguments.configuration(besides: 1)
        guard arguments.positionals.count == 1 else { throw UsageError("name one manifest") }
        try arguments.setLogLevel()
        var configuration = try ApplianceConfiguration.loadWithLanguage(path)
        if let name = arguments.value("--endpointing") {
            guard let mode = UtteranceLimits.Endpointing(rawValue: name) else {
                throw UsageError("--endpointing wants 'grammar' or 'plain'")
            }
            configuration.limits.endpointing = mode
        }
        // What can be wrong with the answer is looked at before the hours that it may take.
        let least = try arguments.value("--fail-under").map(percentage)
        let old = try arguments.value("--compare").map { try Comparison.records(path: $0) }
        let manifest = try Manifest(path: arguments.positionals[0])
        let page = try arguments.value("--html").map { page in
            try OutputFile(path: page, sparing: inputs(of: arguments, path, manifest))
        }
        mentionOtherPhrases(manifest, configuration)
        let evaluator = Evaluator(configuration, manifest: manifest, noise: try noise(arguments))
        let workers = try arguments.positiveInteger("--workers") ?? 2
        let writesJSON = arguments.has("--json")

        var results: [Evaluator.Result] = []
        // A page and a threshold want all of it, whoever reads along.
        let isForReader = page == nil && least == nil
        let progress = Progress(arguments.positionals[0])
        defer { progress.clear() }
        let score = try evaluator.run(workers: workers, until: stop) { result in
            results.append(result)
            if writesJSON {
                Terminal.print(jsonLine(ClipLine(result)), endingWithReader: isForReader ? stop : nil)
            } else if result.verdict != .right {
                Terminal.print(EvaluationReport.text(of: result), endingWithReader: isForReader ? stop : nil)
            }
        } progress: {
            progress.show($0)
        }
        if Terminal.hasLostReader, isForReader { return .success }
        let report = EvaluationReport(score, results, comparedWith: old)
        Terminal.print(writesJSON ? jsonLine(report) : "\n" + report.text)
        try page?.write(report.page(at: page?.path ?? "", title: "\(arguments.positionals[0]), \(path)"))
        return status(of: score, least: least, recordings: manifest.clips.count)
    }

    /// The files that are read, and what each is.
    private static func inputs(
        of arguments: Arguments, _ configuration: String, _ manifest: Manifest
    ) -> [(path: String, what: String)] {
        var inputs = [
            (path: arguments.positionals[0], what: "the manifest"),
            (path: configuration, what: "the configuration"),
        ]
        for option in ["--noise", "--compare"] {
            if let path = arguments.value(option) { inputs.append((path, "what \(option) reads")) }
        }
        return inputs + manifest.clips.map { ($0.path, "a recording of the manifest") }
    }

    private static func percentage(_ text: String) throws(UsageError) -> Double {
        guard let percentage = Double(text), (0...100).contains(percentage) else {
            throw UsageError("--fail-under wants per cent between 0 and 100, not '\(text)'")
        }
        return percentage
    }

    private static func status(of score: Score, least: Double?, recordings: Int) -> ExitStatus {
        guard score.clips == recordings else {
            Terminal.report(
                "stopped after \(score.clips) of \(recordings.counted("recording")); the figures are of what was played"
            )
            return .failure
        }
        let share = Proportion(score.right, of: score.clips).share * 100
        if let least, share < least {
            Terminal.report(
                "\(share.shortText) % of the recordings are right, fewer than \(least.shortText) %")
            return .failure
        }
        return .success
    }

    /// Warns of labelled wake phrases that the configuration does not have: they may be missing in it by mistake.
    static func mentionOtherPhrases(_ manifest: Manifest, _ configuration: ApplianceConfiguration) {
        // What is said behind a phrase is judged all the same.
        let alone = manifest.clips.compactMap { if case .wake(let phrase) = $0.label { phrase } else { nil } }
        let others = Set(alone).subtracting(configuration.wake.map(\.text))
        for phrase in others.sorted() {
            Terminal.report(
                "the configuration has no wake phrase '\(phrase)'; recordings of it are taken for other speech"
            )
        }
    }

    /// What `--noise`, `--snr` and `--seed` ask to be mixed in.
    static func noise(_ arguments: Arguments) throws -> NoiseMix? {
        guard let path = arguments.value("--noise") else {
            for option in ["--snr", "--seed"] where arguments.has(option) {
                throw UsageError("\(option) needs --noise FILE: the sound that is mixed in")
            }
            return nil
        }
        guard let ratio = Double(arguments.value("--snr") ?? "12"), (-100...100).contains(ratio) else {
            throw UsageError("--snr wants decibels between -100 and 100, as in '--snr 12'")
        }
        return try NoiseMix(
            file: path, decibels: ratio, seed: UInt64(try arguments.positiveInteger("--seed") ?? 1))
    }
}

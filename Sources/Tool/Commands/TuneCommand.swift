import Appliance
import Console
import Evaluation
import EventSocket
import Glibc
import Interpretation
import Platform

/// `earshot tune`: how much proof commands and wake phrases should need on a site, found from recordings of it.
enum TuneCommand: OrderlyCommand {
    static let name = "tune"
    static let summary =
        "find how likely commands and wake phrases must be from recordings of your own, or make such"
    static let help = """
        earshot tune MANIFEST|FOLDER --config FILE [--cost N] [--alarms N] [--noise FILE [--snr DB] [--seed N]]
                     [--workers N] [--write] [--json] [--log-level LEVEL]
        earshot tune record NAME --config FILE --into FOLDER [--wake] [--takes N] [--input FILE]

          MANIFEST            labelled recordings, as 'earshot evaluate' takes them; a FOLDER holds manifest.jsonl
          --config FILE       what may be said
          --cost N            one mistake is as bad as N commands refused (default 5)
          --alarms N          false alarms of a wake phrase an hour that are tolerable (default 0.5)
          --noise FILE        mix this sound into every recording; --snr and --seed as for 'earshot evaluate'
          --write             set what is suggested in FILE; comments and layout stay
          --workers N         recordings at once (default 2)
          --json              the same as one object, for programs
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        One probability for each command is chosen on every second recording and judged on the others; long other sound is parted
        by the minute, however few files it is in. Twenty recordings of each command and an hour of other speech, each with
        "command": null, are a good beginning. Of wake phrases twenty recordings each, "wake": "okay workshop", and some
        hours of other sound: alarms that may come twice a day take long to count.

        'record' asks for each wake phrase and for sentences of every command, and keeps what is said in FOLDER, with
        its labels, as NAME-1.wav and so on. It says where, and keeps nothing before Enter is pressed; nothing is sent
        anywhere. With lights configured it runs on the board, with the service stopped.

          --wake              wake phrases alone, by whoever will say them, each with a NAME of their own
          --takes N           sentences a command, some of them again where it has fewer, and times a wake phrase (1 to 100,
                              default 3; with --wake 5 to 20, default 10); every NAME has other sentences
          --input FILE        this sound for every sentence instead of the microphone, to try it
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        if words.first == "record" { return try TakeRecorder.run(words.dropFirst(), until: stop) }
        let arguments = try Arguments(
            words, flags: ["--write", "--json"],
            options: [
                "--config", "--cost", "--alarms", "--noise", "--snr", "--seed", "--workers", "--log-level",
            ])
        guard arguments.positionals.count == 1 else { throw UsageError("name one manifest or folder") }
        guard let path = arguments.value("--config") else { throw UsageError("--config FILE is missing") }
        let cost = try arguments.positiveNumber("--cost") ?? 5
        let alarms = try arguments.positiveNumber("--alarms") ?? 0.5
        try arguments.setLogLevel()
        if arguments.has("--write") { try ConfigurationFile.requireReplaceable(path) }
        let configuration = try ApplianceConfiguration.load(path)
        let manifest = try Manifest(path: manifestPath(arguments.positionals[0]))
        EvaluateCommand.mentionOtherPhrases(manifest, configuration)
        let workers = try arguments.positiveInteger("--workers") ?? 2
        let noise = try EvaluateCommand.noise(arguments)
        // What is told by `text` counts as what it says.
        let understood = manifest.understanding(configuration, isWoken: true)
        let tunesPhrases = !configuration.wake.isEmpty && understood.hasWakePhrases
        if configuration.grammar == nil, !tunesPhrases {
            throw UsageError(
                configuration.wake.first.map {
                    "no recording is labelled with a wake phrase; add \"wake\": \"\($0.text)\" where it is said"
                } ?? "dictation has no commands; tune a configuration with commands or a wake phrase")
        }
        // A bar for each, since one pass says nothing of how long the other will take.
        let wake =
            tunesPhrases
            ? WakeTuningReport(
                try withProgress(arguments.positionals[0]) { progress throws(EvaluationError) in
                    try WakeTuning(
                        configuration, manifest: understood, noise: noise, workers: workers, until: stop,
                        progress: progress)
                }, falseAlarmsPerHour: alarms) : nil
        let commands =
            configuration.grammar != nil && (understood.hasCommands || !tunesPhrases)
            ? TuningReport(
                try withProgress(arguments.positionals[0]) { progress throws(EvaluationError) in
                    try Tuning(
                        configuration, manifest: manifest, noise: noise, workers: workers, until: stop,
                        progress: progress)
                }, costOfMistake: cost) : nil
        guard !stop.isRaised else {
            Terminal.report("stopped: nothing is chosen from a part of the recordings")
            return .failure
        }
        if arguments.has("--json") {
            Terminal.print(jsonLine(Reports(commands: commands, wake: wake)))
        } else {
            Terminal.print([commands?.text, wake?.text].compactMap { $0 }.joined(separator: "\n\n"))
        }
        if arguments.has("--write") {
            let trusts = commands?.changes ?? [:]
            try TrustWriter.write(trusts, to: path)
            do {
                try WakeWriter.write(wake?.changes ?? [], to: path)
            } catch {
                if !trusts.isEmpty {
                    Terminal.report("the trust of commands is written to \(path), and no wake phrase:")
                }
                throw error
            }
            if !arguments.has("--json") {
                let isNothing = commands?.changes.isEmpty ?? true && wake?.changes.isEmpty ?? true
                Terminal.print(isNothing ? "\nNothing to write." : "\nWritten to \(path).")
            }
        }
        return .success
    }

    private static func withProgress<Found>(
        _ label: String, _ work: ((Double) -> Void) throws(EvaluationError) -> Found
    ) throws(EvaluationError) -> Found {
        let progress = Progress(label)
        defer { progress.clear() }
        return try work { progress.show($0) }
    }

    /// Both as one object: the commands' keys, and `wake` beside them.
    private struct Reports: Encodable {
        let commands: TuningReport?
        let wake: WakeTuningReport?

        private enum Key: String, CodingKey { case wake }

        func encode(to encoder: any Encoder) throws {
            try commands?.encode(to: encoder)
            var object = encoder.container(keyedBy: Key.self)
            try object.encodeIfPresent(wake, forKey: .wake)
        }
    }

    /// Why a suggestion is not written.
    static let harmText =
        "On the other recordings this does worse than what is set now, so it is not worth writing: look whether the labels are right, and record more."

    private static func manifestPath(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return path }
        return path + (path.hasSuffix("/") ? "" : "/") + "manifest.jsonl"
    }
}

/// What tuning found, for people and programs.
private struct TuningReport {
    private struct Row {
        var name: String
        var outcome: Tuning.Outcome
    }

    private let tuning: Tuning
    private let suggestion: [String: Trust]
    private let costOfMistake: Double
    /// On the half for choosing.
    private let sweep: [Row]
    /// On the other half.
    private let checks: [Row]
    /// Whether what is suggested does worse than what is set, on recordings that it was not chosen on.
    private let isHarmful: Bool

    init(_ tuning: Tuning, costOfMistake: Double) {
        self.tuning = tuning
        self.costOfMistake = costOfMistake
        let suggestion = tuning.suggestion(costOfMistake: costOfMistake)
        self.suggestion = suggestion
        sweep = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95].map { probability in
            Row(
                name: probability.shortText,
                outcome: tuning.outcome(on: .choosing) { _ in Trust(probability) })
        }
        func check(_ name: String, _ trust: (String) -> Trust) -> Row {
            Row(name: name, outcome: tuning.outcome(on: .checking, trust: trust))
        }
        let present = check("as it is now") { tuning.configured[$0] ?? .normal }
        let suggested = check("as suggested") { suggestion[$0] ?? .normal }
        checks = [
            check("loose") { _ in .loose }, check("normal") { _ in .normal },
            check("strict") { _ in .strict }, present, suggested,
        ]
        func loss(_ outcome: Tuning.Outcome) -> Double {
            Double(outcome.refused.count)
                + costOfMistake * Double(outcome.wrong.count + outcome.falseAccepts.count)
        }
        isHarmful = loss(suggested.outcome) > loss(present.outcome)
    }

    /// What `--write` sets: the suggestions that are not there already, unless they do harm.
    var changes: [String: Trust] { isHarmful ? [:] : suggestion.filter { isNew($0.key) } }

    private func isNew(_ command: String) -> Bool { suggestion[command] != tuning.configured[command] }

    var text: String {
        """
        Trade-off: the least probability that is believed (every second recording)

        \(Self.rows("probability", sweep))

        On the other recordings

        \(Self.rows("trust", checks))

        Suggested, with a mistake as bad as \(costOfMistake.shortText) refusals

        \(suggestions)
        \(advice.map { "\n" + $0 }.joined())
        """
    }

    private var suggestions: String {
        let width = tuning.commands.map(\.count).max() ?? 0
        return tuning.commands.map { name in
            return "  \(name.padded(to: width))  trust: \((suggestion[name] ?? .normal).setting)"
                + (isNew(name) ? "" : "  (as it is)")
        }.joined(separator: "\n")
    }

    private var advice: [String] {
        var lines: [String] = []
        if isHarmful {
            lines.append(TuneCommand.harmText)
        }
        let all = tuning.outcome { _ in .normal }
        if all.falseAccepts.hours == 0 {
            lines.append(
                "There is no recording without a command, so nothing was made looser; add some other speech.")
        } else if all.falseAccepts.hours < 0.5 {
            lines.append(
                "Under half an hour without a command says little about false accepts; record more of the site."
            )
        }
        let few = tuning.commands.filter { tuning.count(of: $0) < Tuning.fewestForChoosing }
        if !few.isEmpty {
            lines.append(
                "Fewer than \(Tuning.fewestForChoosing) recordings, so left alone: \(few.joined(separator: ", "))."
            )
        }
        return lines
    }

    private static func rows(_ title: String, _ rows: [Row]) -> String {
        table(
            [[title, "right %", "wrong %", "refused %", "false accepts an hour"]]
                + rows.map { row in
                    let outcome = row.outcome
                    return [
                        row.name, outcome.right.percentText, outcome.wrong.percentText,
                        outcome.refused.percentText, outcome.falseAccepts.hourlyText,
                    ]
                })
    }
}

extension Manifest {
    fileprivate var hasWakePhrases: Bool {
        clips.contains { $0.label.wakePhrase != nil }
    }

    fileprivate var hasCommands: Bool {
        clips.contains { clip in if case .command = clip.label { true } else { false } }
    }
}

extension TuningReport: Encodable {
    private enum Key: String, CodingKey { case sweep, checks, suggestions, changed, harmful }

    private struct Entry: Encodable {
        let name: String
        let commands, right, wrong, refused, falseAccepts: Int
        let hours, falsePerHour: Double
        let rightInterval, falsePerHourInterval: [Double]

        enum CodingKeys: String, CodingKey {
            case name, commands, right, wrong, refused, falseAccepts = "false_accepts", hours
            case falsePerHour = "false_per_hour", rightInterval = "right_interval"
            case falsePerHourInterval = "false_per_hour_interval"
        }

        init(_ row: Row) {
            let outcome = row.outcome
            name = row.name
            commands = outcome.right.total
            right = outcome.right.count
            wrong = outcome.wrong.count
            refused = outcome.refused.count
            falseAccepts = outcome.falseAccepts.count
            hours = outcome.falseAccepts.hours
            falsePerHour = outcome.falseAccepts.perHour
            rightInterval = [outcome.right.interval.lowerBound, outcome.right.interval.upperBound]
            falsePerHourInterval = outcome.falseAccepts.limits
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(sweep.map(Entry.init), forKey: .sweep)
        try object.encode(checks.map(Entry.init), forKey: .checks)
        try object.encode(suggestion.mapValues(\.setting), forKey: .suggestions)
        try object.encode(changes.keys.sorted(), forKey: .changed)
        try object.encode(isHarmful, forKey: .harmful)
    }
}

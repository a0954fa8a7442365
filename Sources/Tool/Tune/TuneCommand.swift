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
        its labels, as NAME-1.wav and so on. It says where, and keeps nothing before Enter is pressed, nor where nobody is
        heard to speak; nothing is sent anywhere. With lights configured it runs on the board, with the service stopped.

          --wake              wake phrases alone, by whoever will say them, each with a NAME of their own
          --takes N           sentences a command, some of them again where it has fewer, and times a wake phrase (1 to 100,
                              default 3; with --wake 5 to 20, default 10); every NAME has other sentences
          --input FILE        this sound for every sentence instead of the microphone, to try it

        Status: 0 it is done, 1 it was ended, or FILE cannot be written, 66 the manifest or a recording cannot be used,
        69 no language is installed, or for 'record' there is no microphone, or a light that does not obey, 78 the configuration
        has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        if words.first == "record" { return try TakeRecorder.run(words.dropFirst(), until: stop) }
        let arguments = try Arguments(
            words, flags: ["--write", "--json"],
            options: [
                "--config", "--cost", "--alarms", "--noise", "--snr", "--seed", "--workers", "--log-level",
            ])
        guard let folder = arguments.positionals.first else {
            throw UsageError("name one manifest or folder")
        }
        let path = try arguments.configuration(besides: 1)
        guard arguments.positionals.count == 1 else { throw UsageError("name one manifest or folder") }
        let cost = try arguments.positiveNumber("--cost") ?? 5
        let alarms = try arguments.positiveNumber("--alarms") ?? 0.5
        try arguments.setLogLevel()
        if arguments.has("--write") { try ConfigurationFile.requireReplaceable(path) }
        let configuration = try ApplianceConfiguration.loadWithLanguage(path)
        let manifest = try Manifest(path: manifestPath(folder))
        EvaluateCommand.mentionOtherPhrases(manifest, configuration)
        let workers = try arguments.positiveInteger("--workers") ?? 2
        let noise = try EvaluateCommand.noise(arguments)
        // What is told by `text` counts as what it says.
        let understood = manifest.understanding(configuration, aspect: .commands)
        let tunesPhrases = !configuration.wake.isEmpty && understood.hasWakePhrases
        if configuration.grammar == nil, !tunesPhrases { throw nothingToTune(configuration) }
        // A bar for each, since one pass says nothing of how long the other will take.
        let wake =
            tunesPhrases
            ? WakeTuningReport(
                try withProgress(folder) { progress throws(EvaluationError) in
                    try WakeTuning(
                        configuration, manifest: understood, noise: noise, workers: workers, until: stop,
                        progress: progress)
                }, falseAlarmsPerHour: alarms) : nil
        let commands =
            configuration.grammar != nil && (understood.hasCommands || !tunesPhrases)
            ? TuningReport(
                try withProgress(folder) { progress throws(EvaluationError) in
                    try Tuning(
                        configuration, manifest: manifest, noise: noise, workers: workers, until: stop,
                        progress: progress)
                }, costOfMistake: cost) : nil
        guard !stop.isRaised else {
            Terminal.report("stopped: nothing is chosen from a part of the recordings")
            return .failure
        }
        let reports = Reports(commands: commands, wake: wake)
        let writesJSON = arguments.has("--json")
        Terminal.print(writesJSON ? jsonLine(reports) : reports.text)
        if arguments.has("--write") {
            try reports.write(to: path)
            if !writesJSON {
                Terminal.print(reports.hasChanges ? "\nWritten to \(path)." : "\nNothing to write.")
            }
        }
        return .success
    }

    private static func nothingToTune(_ configuration: ApplianceConfiguration) -> UsageError {
        UsageError(
            configuration.wake.first.map {
                "no recording is labelled with a wake phrase; add \"wake\": \"\($0.text)\" where it is said"
            } ?? "dictation has no commands; tune a configuration with commands or a wake phrase")
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

        var text: String { [commands?.text, wake?.text].compactMap(\.self).joined(separator: "\n\n") }

        var hasChanges: Bool { !(commands?.changes ?? [:]).isEmpty || !(wake?.changes ?? []).isEmpty }

        func write(to path: String) throws {
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
        }

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

extension Manifest {
    fileprivate var hasWakePhrases: Bool {
        clips.contains { $0.label.wakePhrase != nil }
    }

    fileprivate var hasCommands: Bool {
        clips.contains { clip in if case .command = clip.label { true } else { false } }
    }
}

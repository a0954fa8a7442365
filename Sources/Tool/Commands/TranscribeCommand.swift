import Appliance
import Capture
import Console
import Interpretation
import Platform

/// `earshot transcribe`: sound files to text.
enum TranscribeCommand: OrderlyCommand {
    static let name = "transcribe"
    static let summary = "turn sound files into text"
    static let help = """
        earshot transcribe [--config FILE] [--engine ADDRESS] [--text FORM] [--format FORMAT]
                           [--alternatives N] [--rate HZ] [--channels N] [--log-level LEVEL] FILE...

          FILE                WAV, FLAC, Ogg, Opus, MP3, of 8 to 192 kHz and up to 8 channels; .raw is headerless 16-bit
                              sound; - is any of these on standard input, an MP3 only if it begins with a tag
          --config FILE       hear the commands of this configuration, and leave out what does not sound like one; without it,
                              free text
          --engine ADDRESS    for free text, ask this recognizer of this machine first, a Wyoming server: its address, such as
                              unix:///run/asr/asr.sock or tcp://127.0.0.1:10300, as under 'dictation:' of a configuration
          --text FORM         raw (if not given) or readable: free text as it is recognized, or with capitals, digits and
                              spoken marks ("comma", "new line"); "scratch that" takes an utterance back then
          --format FORMAT     txt (if not given), json, srt, vtt or tsv: a line an utterance; one object a file, with word
                              times, confidence and alternatives; and of one file alone subtitles, of either kind, or
                              beginning and end in milliseconds, and the words
          --json              the same as '--format json'
          --alternatives N    up to N other readings of each utterance of free text, in txt and json; 4 at most
          --rate HZ           of headerless sound, if not 16000
          --channels N        of headerless sound, if not 1
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        A file that cannot be read is named on standard error, and the others are still done. One that is damaged or cut
        short gives the words up to there.
        Status: 0 all files done, 1 some could not be or are damaged, 66 none could be read, 69 there is no model,
        78 the configuration has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--json"],
            options: [
                "--config", "--engine", "--text", "--format", "--alternatives", "--rate", "--channels",
                "--log-level",
            ])
        let files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("name a file to transcribe") }
        try arguments.setLogLevel()
        let alternatives = try arguments.positiveInteger("--alternatives") ?? 0
        let most = ApplianceEvent.Transcript.mostAlternatives
        guard alternatives <= most else { throw UsageError("--alternatives goes to \(most)") }
        let format = try format(arguments)
        guard alternatives == 0 || format == .txt || format == .json else {
            throw UsageError("--alternatives is for txt and json; leave it out, or take one of them")
        }
        let headerless = try headerlessFormat(arguments)
        var configuration =
            try arguments.value("--config").map { try ApplianceConfiguration.load($0) } ?? .dictation
        guard alternatives == 0 || configuration.recognize == .dictation else {
            throw UsageError("--alternatives are of free text, and this configuration has commands")
        }
        if let engine = arguments.value("--engine") { try ask(engine, for: &configuration) }
        if let form = arguments.value("--text") { try write(form, for: &configuration) }
        let transcriber = Transcriber(configuration)

        var status = ExitStatus.success
        var unread = 0
        for file in files where !stop.isRaised && !Terminal.hasLostReader {
            let progress = Progress(file)
            do {
                let transcription = try transcriber.transcribe(file, headerless: headerless, until: stop) {
                    progress.show($0)
                }
                progress.clear()
                Terminal.print(
                    format.text(
                        of: transcription, file, isOneOfSeveral: files.count > 1, alternatives: alternatives))
                report(transcription.standIns, of: transcription.utterances.count, in: file)
                report(transcription.utterances.filter { $0.withheld != nil }, leftOutOf: file)
                if let problem = transcription.problem {
                    Terminal.report(problem)
                    status = .failure
                } else if transcription.utterances.allSatisfy({ $0.text.isEmpty && $0.withheld == nil }),
                    !stop.isRaised
                {
                    let reason =
                        transcription.hasTakenBack
                        ? "all that was said in it was taken back" : "nobody was heard to speak in it"
                    Terminal.report("\(file == "-" ? "standard input" : file): \(reason)")
                }
            } catch {
                progress.clear()
                guard case .unreadable(let reason) = error else { throw error }
                unread += 1
                Terminal.report(reason)
                if format == .json { Terminal.print(FailedTranscription(file: file, error: reason).json) }
                status = .failure
            }
        }
        if stop.isRaised {
            Terminal.report("stopped: there may be more than was heard by then")
            return .failure
        }
        return unread == files.count ? .input : status
    }

    private static func ask(
        _ engine: String, for configuration: inout ApplianceConfiguration
    ) throws(UsageError) {
        guard configuration.recognize == .dictation else {
            throw UsageError("--engine is for free text, and this configuration has commands")
        }
        if let mistake = configuration.setEngine(engine) { throw UsageError(mistake) }
    }

    private static func write(
        _ form: String, for configuration: inout ApplianceConfiguration
    ) throws(UsageError) {
        guard configuration.recognize == .dictation else {
            throw UsageError("--text is for free text, and this configuration has commands")
        }
        guard let writing = DictationOptions.Writing(rawValue: form) else {
            throw UsageError("--text can be raw or readable, not '\(form)'")
        }
        configuration.dictation.writing = writing
    }

    /// Tells of utterances that the engine of one's own did not answer.
    private static func report(_ problems: [String], of count: Int, in file: String) {
        guard let first = problems.first else { return }
        Terminal.report(
            "\(file): the built-in recognizer answered for \(problems.count) of \(count.counted("utterance")), first because: \(first)"
        )
    }

    /// Tells of words that were left out.
    private static func report(_ utterances: [FileTranscription.Utterance], leftOutOf file: String) {
        let kinds: [(reasons: [Rejection.Reason], why: String)] = [
            (
                [.noSpeech],
                "in which nobody was heard to speak, as noise makes words, too; the first would be"
            ),
            (
                [.continues],
                "that went on with the command before it after a pause; the first and its command are"
            ),
            (
                [.unlikely, .squeezed],
                "of other speech or noise, which a grammar makes into the nearest of its commands; the first would be"
            ),
        ]
        for (reasons, why) in kinds {
            let texts = utterances.filter { $0.withheldBecause.map(reasons.contains) ?? false }
                .compactMap(\.withheld)
            guard let first = texts.first else { continue }
            Terminal.report("\(file): left out \(texts.count.counted("utterance")) \(why) \"\(first)\"")
        }
    }

    private static func format(_ arguments: Arguments) throws(UsageError) -> TranscriptFormat {
        guard let name = arguments.value("--format") else { return arguments.has("--json") ? .json : .txt }
        guard let format = TranscriptFormat(rawValue: name) else {
            let names = TranscriptFormat.allCases.map(\.rawValue)
            throw UsageError("--format can be \(names.joined(separator: ", ")), not '\(name)'")
        }
        guard format == .json || !arguments.has("--json") else {
            throw UsageError("--json and --format \(name) are two formats; keep one")
        }
        guard !format.isOfOneFile || arguments.positionals.count == 1 else {
            throw UsageError(
                "--format \(name) is of one file; call it once for each, with a file to write to")
        }
        return format
    }

    private static func headerlessFormat(_ arguments: Arguments) throws(UsageError) -> AudioFormat {
        var format = AudioFormat.recognition
        if let rate = try arguments.positiveInteger("--rate") { format.sampleRate = rate }
        if let channels = try arguments.positiveInteger("--channels") { format.channelCount = channels }
        guard format.isSupported else {
            let (rates, channels) = (AudioFormat.sampleRates, AudioFormat.channelCounts)
            throw UsageError(
                "--rate goes from \(rates.lowerBound) to \(rates.upperBound), --channels to \(channels.upperBound)"
            )
        }
        let isUsed = arguments.positionals.contains { $0 == "-" || AudioFile.isHeaderless($0) }
        for option in ["--rate", "--channels"] where arguments.has(option) && !isUsed {
            throw UsageError(
                "\(option) is of sound without a header: of '-', or of a file whose name ends in .raw")
        }
        return format
    }
}

extension FileTranscription {
    /// Why utterances were not answered by the engine of one's own, one after the other.
    fileprivate var standIns: [String] { utterances.compactMap(\.problem) }
}

import Appliance
import Glibc
import Grammar
import Interpretation
import Platform

/// `earshot transcribe`: sound files to text.
enum TranscribeCommand: OrderlyCommand {
    static let name = "transcribe"
    static let summary = "turn sound files into text"
    static let help = """
        earshot transcribe [--config FILE] [--json] [--alternatives N] [--log-level LEVEL] FILE...

          FILE                WAV, FLAC, Ogg, Opus, MP3, of 8 to 192 kHz and up to 8 channels; .raw is 16 kHz 16-bit
                              mono; - is that on standard input
          --config FILE       hear the commands of this configuration; without it, free text
          --json              one JSON object a file, with word times, confidence and alternatives
          --alternatives N    up to N other readings of each utterance of free text; 4 at most
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        A file that cannot be read is named on standard error, and the others are still done. One that is damaged or cut
        short gives the words up to there.
        Status: 0 all files done, 1 some could not be.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--json"], options: ["--config", "--alternatives", "--log-level"])
        guard !arguments.positionals.isEmpty else { throw UsageError("name a file to transcribe") }
        try arguments.setLogLevel()
        let alternatives = try arguments.positiveInteger("--alternatives") ?? 0
        let most = ApplianceEvent.Transcript.mostAlternatives
        guard alternatives <= most else { throw UsageError("--alternatives goes to \(most)") }
        let configuration =
            try arguments.value("--config").map { try ApplianceConfiguration.load($0) } ?? .dictation
        let transcriber = Transcriber(configuration)

        var status = ExitStatus.success
        for file in arguments.positionals where !stop.isRaised {
            let progress = ProgressBar(file)
            do {
                let transcription = try transcriber.transcribe(file, until: stop, progress: progress.show)
                progress.clear()
                Terminal.print(
                    arguments.has("--json")
                        ? transcription.json(file, alternatives: alternatives)
                        : text(
                            transcription, alternatives: alternatives,
                            named: arguments.positionals.count > 1 ? file : nil))
                if let problem = transcription.problem {
                    Terminal.report(problem)
                    status = .failure
                }
            } catch {
                progress.clear()
                Terminal.report("\(error)")
                if arguments.has("--json") {
                    Terminal.print(FailedTranscription(file: file, error: "\(error)").json)
                }
                status = .failure
            }
        }
        return status
    }

    /// The words, a line an utterance; other readings below it, indented.
    private static func text(_ transcription: FileTranscription, alternatives: Int, named file: String?)
        -> String
    {
        let lines = transcription.utterances.filter { !$0.text.isEmpty }.map { utterance in
            ([utterance.text] + utterance.alternatives.prefix(alternatives).map { "    or: \($0)" })
                .joined(separator: "\n")
        }
        let text = lines.joined(separator: "\n")
        return file.map { "\($0): \(text)" } ?? text
    }
}

/// How far a long file has come, on a terminal.
private struct ProgressBar {
    private let file: String
    private static let width = 30

    init(_ file: String) { self.file = file }

    /// Shows the share that is done; only where there is a terminal to see it.
    func show(_ share: Double) {
        guard Terminal.showsProgress else { return }
        let filled = Int((share * Double(Self.width)).rounded())
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        Terminal.progress("\(bar) \(Int(share * 100)) %  \(file)")
    }

    func clear() {
        if Terminal.showsProgress { Terminal.progress("") }
    }
}

/// A file that gave no text, for readers of JSON.
private struct FailedTranscription: Encodable {
    let file: String
    let error: String

    var json: String { jsonLine(self) }
}

/// A file's text, for readers of JSON.
private struct Transcript: Encodable {
    struct Utterance: Encodable {
        struct Segment: Encodable {
            let text: String
            let start: Double
            let end: Double
            let confidence: Double
        }
        let text: String
        let confidence: Double
        let segments: [Segment]
        let alternatives: [String]?
        let command: String?
        let slots: [String: SlotValue]?
    }
    let file: String
    let text: String
    let duration: Double
    let realTimeFactor: Double
    let utterances: [Utterance]
    let error: String?

    enum CodingKeys: String, CodingKey {
        case file, text, duration, realTimeFactor = "real_time_factor", utterances, error
    }
}

extension FileTranscription {
    fileprivate func json(_ file: String, alternatives: Int) -> String {
        let utterances = utterances.map { utterance in
            Transcript.Utterance(
                text: utterance.text, confidence: utterance.confidence.rounded3,
                segments: utterance.segments.map {
                    .init(
                        text: $0.text, start: $0.start.seconds.rounded3, end: $0.end.seconds.rounded3,
                        confidence: $0.confidence.rounded3)
                },
                alternatives: alternatives > 0 ? Array(utterance.alternatives.prefix(alternatives)) : nil,
                command: utterance.command?.name, slots: utterance.command?.slots)
        }
        return jsonLine(
            Transcript(
                file: file, text: text, duration: duration.seconds.rounded3,
                realTimeFactor: realTimeFactor.rounded3,
                utterances: utterances, error: problem))
    }
}

extension Double {
    fileprivate var rounded3: Double { (self * 1000).rounded() / 1000 }
}

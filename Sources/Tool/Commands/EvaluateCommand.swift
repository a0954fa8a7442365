import Appliance
import Decoding
import Evaluation
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
                         [--workers N] [--json] [--log-level LEVEL]

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
          --endpointing MODE  'grammar' waits after the words' own need, 'plain' always for 'limits: pause'
          --workers N         recordings at once (default 2); each learns its channel anew
          --json              one line a recording, the summary last
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        A command is right when its name and every labelled slot are, and no other labelled slot was invented; dictation
        is when every word is. "text" beside commands is right when the command that it says was done, with its slots, or
        nothing where it says none; where there are wake phrases, it says one only after such a phrase. Labels that no
        recording could come to, such as a misspelt command, are named before anything is played; only a wake phrase that
        the configuration does not have is other speech, from which nothing must come.
        Half of the recordings should be ones the configuration was not tuned on. No pin moves.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--json"],
            options: ["--config", "--noise", "--snr", "--seed", "--workers", "--endpointing", "--log-level"])
        guard arguments.positionals.count == 1 else { throw UsageError("name one manifest") }
        guard let path = arguments.value("--config") else { throw UsageError("--config FILE is missing") }
        try arguments.setLogLevel()
        var configuration = try ApplianceConfiguration.load(path)
        if let name = arguments.value("--endpointing") {
            guard let mode = UtteranceLimits.Endpointing(rawValue: name) else {
                throw UsageError("--endpointing wants 'grammar' or 'plain'")
            }
            configuration.limits.endpointing = mode
        }
        let manifest = try Manifest(path: arguments.positionals[0])
        mentionOtherPhrases(manifest, configuration)
        let evaluator = Evaluator(configuration, manifest: manifest, noise: try noise(arguments))
        let workers = try arguments.positiveInteger("--workers") ?? 2
        let writesJSON = arguments.has("--json")
        let score = try evaluator.run(workers: workers, until: stop) { result in
            if writesJSON {
                Terminal.print(ClipLine(result).json)
            } else if result.verdict != .right {
                Terminal.print(text(of: result))
            }
        }
        Terminal.print(writesJSON ? SummaryLine(score).json : text(of: score))
        return .success
    }

    /// Warns of labelled wake phrases that the configuration does not have: they may be missing in it by mistake.
    static func mentionOtherPhrases(_ manifest: Manifest, _ configuration: ApplianceConfiguration) {
        let others = Set(manifest.clips.compactMap(\.label.wakePhrase)).subtracting(
            configuration.wake.map(\.text))
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

    /// A recording that went wrong, with what is needed to see why.
    private static func text(of result: Evaluator.Result) -> String {
        let heard = result.texts.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
        let refusals = result.rejections.map { "\($0.reason.rawValue) \($0.score.shortText)" }.joined(
            separator: ", ")
        let name = result.verdict.rawValue.padded(to: 12)
        return "\(name)  \(result.clip.name)  \(heard)\(refusals.isEmpty ? "" : "  (\(refusals))")"
            + "; expected \(result.clip.label.text)"
    }

    private static func text(of score: Score) -> String {
        func share(_ count: Int, of total: Int) -> String { text(of: Proportion(count, of: total)) }
        var lines = [
            "right                 \(share(score.right, of: score.clips))",
            "  with extra slots    \(share(score.rightIgnoringExtraSlots, of: score.clips))",
            "wrong                 \(share(score.wrong, of: score.clips))",
            "rejected              \(share(score.rejected, of: score.clips))",
            "false accepts         \(share(score.falseAccepts, of: score.clips)); "
                + "\(score.falseAcceptsPerHour.shortText) an hour",
            "audio                 \((score.audio.seconds / 3600).shortText) h",
            "real-time factor      \(score.realTimeFactor.shortText) of searched sound, "
                + "\(score.load.shortText) of all",
        ]
        if score.words.words > 0 {
            lines.append("word error rate       \((score.words.rate * 100).shortText) %")
        }
        if let median = score.response(percentile: 50), let slow = score.response(percentile: 90) {
            lines += [
                "response              \((median.seconds * 1000).shortText) ms (median), "
                    + "\((slow.seconds * 1000).shortText) ms (90th percentile)",
                "  from the word's end   by forced alignment \(score.alignedResponses) times, "
                    + "by the recognizer \(score.responses.count - score.alignedResponses) times",
            ]
        }
        if let wake = score.wake { lines += text(of: wake) }
        return "\n" + lines.joined(separator: "\n")
    }

    private static func text(of wake: WakeCounts) -> [String] {
        let phrases = wake.phrases.sorted { $0.key < $1.key }.filter { $0.value.said > 0 }
        return phrases.map { phrase, heard in
            "wake phrase missed    \(text(of: heard.missed)) (\(phrase))"
        } + ["false alarms          \(text(of: wake.falseAlarms))"]
    }

    /// `3 of 10: 30 % (95 %: 11 to 60)`.
    private static func text(of share: Proportion) -> String {
        func percent(_ value: Double) -> String { (value * 100).shortText }
        return "\(share.count) of \(share.total): \(percent(share.share)) % (95 %: "
            + "\(percent(share.interval.lowerBound)) to \(percent(share.interval.upperBound)))"
    }

    /// `2 in 4 h: 0.5 an hour (95 %: 0.06 to 1.8)`.
    private static func text(of rate: EventRate) -> String {
        guard rate.hours > 0 else { return "no recording without a wake phrase" }
        return "\(rate.count) in \(rate.hours.shortText) h: \(rate.perHour.shortText) an hour (95 %: "
            + "\(rate.interval.lowerBound.shortText) to \(rate.interval.upperBound.shortText))"
    }
}

extension Manifest.Label {
    /// What was to come of a recording, for people.
    fileprivate var text: String {
        switch self {
        case .command(let name, let slots, _):
            let slots = slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            return slots.isEmpty ? name : "\(name) (\(slots.joined(separator: ", ")))"
        case .nothing: return "no command"
        case .text(let words): return "\"\(words.joined(separator: " "))\""
        case .wake(let phrase): return "the wake phrase \"\(phrase)\""
        }
    }
}

/// One recording, for readers of JSON.
private struct ClipLine: Encodable {
    let audio: String
    let verdict: String
    let texts: [String]
    let commands: [Done]
    let rejections: [Refused]
    let wakes: [Woken]
    let responses: [Double]

    enum CodingKeys: String, CodingKey {
        case audio, verdict, texts, commands, rejections, wakes, responses = "response_ms"
    }

    struct Woken: Encodable {
        let phrase: String
        let score: Double
    }

    struct Done: Encodable {
        let name: String
        let slots: [String: SlotValue]
        let score: Double
        let scores: VerificationScores?
        let text: String
    }

    struct Refused: Encodable {
        let text: String
        let reason: String
        let score: Double
        let scores: VerificationScores?
        let weighed: String?
        let nearest: String?
    }

    init(_ result: Evaluator.Result) {
        audio = result.clip.name
        verdict = result.verdict.rawValue
        texts = result.texts
        commands = result.commands.map {
            Done(name: $0.name, slots: $0.slots, score: $0.score, scores: $0.scores, text: $0.text)
        }
        rejections = result.rejections.map {
            Refused(
                text: $0.text, reason: $0.reason.rawValue, score: $0.score, scores: $0.scores,
                weighed: $0.weighed?.rawValue, nearest: $0.nearest)
        }
        wakes = result.wakes.map { Woken(phrase: $0.phrase, score: $0.score) }
        responses = result.responses.map { $0.time.seconds * 1000 }
    }

    var json: String { jsonLine(self) }
}

/// The last line.
private struct SummaryLine: Encodable {
    let clips, right, rightIgnoringExtraSlots, wrong, rejected, falseAccepts: Int
    let hours, falsePerHour, wordErrorRate, realTimeFactor: Double
    let medianResponse, slowResponse: Double?
    let responses, alignedResponses: Int
    /// Only with wake phrases in the configuration.
    let wake: WakeFigures?
    let load: Double

    enum CodingKeys: String, CodingKey {
        case clips, right, rightIgnoringExtraSlots = "right_ignoring_extra_slots", wrong, rejected
        case falseAccepts = "false_accepts", hours, falsePerHour = "false_per_hour", wordErrorRate = "wer"
        case realTimeFactor = "real_time_factor", medianResponse = "median_response_ms"
        case slowResponse = "p90_response_ms"
        case responses, alignedResponses = "aligned_responses", wake, load = "decoder_load"
    }

    init(_ score: Score) {
        clips = score.clips
        right = score.right
        rightIgnoringExtraSlots = score.rightIgnoringExtraSlots
        wrong = score.wrong
        rejected = score.rejected
        falseAccepts = score.falseAccepts
        hours = score.audio.seconds / 3600
        falsePerHour = score.falseAcceptsPerHour
        wordErrorRate = score.words.rate
        realTimeFactor = score.realTimeFactor
        medianResponse = score.response(percentile: 50).map { $0.seconds * 1000 }
        slowResponse = score.response(percentile: 90).map { $0.seconds * 1000 }
        responses = score.responses.count
        alignedResponses = score.alignedResponses
        wake = score.wake.map { WakeFigures(missed: $0.missed, falseAlarms: $0.falseAlarms) }
        load = score.load
    }

    var json: String { jsonLine(self) }
}

import Decoding
import Evaluation
import Grammar
import Interpretation
import Platform
import Utterance

/// One recording, for readers of JSON.
struct ClipLine: Encodable {
    let audio: String
    let line: Int
    let verdict: String
    let texts: [String]
    let commands: [Done]
    let rejections: [Refused]
    let wakes: [Woken]
    let responses: [Double]

    enum CodingKeys: String, CodingKey {
        case audio, line, verdict, texts, commands, rejections, wakes, responses = "response_ms"
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
        /// Nil where it does not.
        let asks: Bool?
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
        line = result.clip.line
        verdict = result.verdict.rawValue
        texts = result.texts
        commands = result.commands.map {
            Done(
                name: $0.name, slots: $0.slots, score: $0.score, scores: $0.scores, text: $0.text,
                asks: result.asking.contains($0.name) ? true : nil)
        }
        rejections = result.rejections.map {
            Refused(
                text: $0.text, reason: $0.reason.rawValue, score: $0.score, scores: $0.scores,
                weighed: $0.weighed?.rawValue, nearest: $0.nearest)
        }
        wakes = result.wakes.map { Woken(phrase: $0.phrase, score: $0.score) }
        responses = result.responses.map { $0.time.seconds * 1000 }
    }
}

/// The figures of the last line.
private struct Summary: Encodable {
    let clips, right, rightIgnoringExtraSlots, wrong, rejected, falseAccepts: Int
    let hours, realTimeFactor: Double
    /// Nil where no recording is labelled with words that were to be heard.
    let wordErrorRate: Double?
    /// Nil where there is no recording of which nothing must come.
    let falsePerHour: Double?
    let medianResponse, slowResponse: Double?
    let responses, untimedResponses, alignedResponses: Int
    /// Only with wake phrases in the configuration.
    let wake: WakeFigures?
    let load: Double

    enum CodingKeys: String, CodingKey {
        case clips, right, rightIgnoringExtraSlots = "right_ignoring_extra_slots", wrong, rejected
        case falseAccepts = "false_accepts", hours, falsePerHour = "false_per_hour", wordErrorRate = "wer"
        case realTimeFactor = "real_time_factor", medianResponse = "median_response_ms"
        case slowResponse = "p90_response_ms"
        case responses, untimedResponses = "untimed_responses", alignedResponses = "aligned_responses"
        case wake, load = "decoder_load"
    }

    init(_ score: Score) {
        clips = score.clips
        right = score.right
        rightIgnoringExtraSlots = score.rightIgnoringExtraSlots
        wrong = score.wrong
        rejected = score.rejected
        falseAccepts = score.falseAccepts
        hours = score.audio.seconds / 3600
        falsePerHour = score.falseAcceptRate.hours > 0 ? score.falseAcceptRate.perHour : nil
        wordErrorRate = score.words.words > 0 ? score.words.rate : nil
        realTimeFactor = score.realTimeFactor
        medianResponse = score.response(percentile: 50).map { $0.seconds * 1000 }
        slowResponse = score.response(percentile: 90).map { $0.seconds * 1000 }
        responses = score.responses.count
        untimedResponses = score.untimedResponses
        alignedResponses = score.alignedResponses
        wake = score.wake.map {
            WakeFigures(
                missed: $0.missed, falseAlarms: $0.falseAlarms, unnoticed: $0.unnoticed,
                takenForAnother: $0.takenForAnother)
        }
        load = score.load
    }
}

/// The last line.
extension EvaluationReport: Encodable {
    private enum Key: String, CodingKey {
        case commands = "by_command", values = "by_slot_value", confusions, reliability, comparison
    }

    private struct Row: Encodable {
        let name: String
        let said, right, wrong, rejected: Int

        init(_ row: Breakdown.Row) {
            name = row.name
            (said, right, wrong, rejected) = (row.said, row.right, row.wrong, row.refused)
        }
    }

    private struct Confusion: Encodable {
        let said, done: String
        let count: Int
    }

    private struct Bin: Encodable {
        let probability: Double
        let right, total: Int
    }

    private struct Compared: Encodable {
        struct Change: Encodable {
            let audio, before, now: String

            init(_ change: Comparison.Change) {
                audio = change.audio
                (before, now) = (change.before.rawValue, change.now.rawValue)
            }
        }

        let better, worse: [Change]
        let common, gone, new: Int
        let p: Double

        init(_ comparison: Comparison) {
            better = comparison.better.map(Change.init)
            worse = comparison.worse.map(Change.init)
            (common, gone, new) = (comparison.common, comparison.gone, comparison.new)
            p = comparison.significance
        }
    }

    func encode(to encoder: any Encoder) throws {
        try Summary(score).encode(to: encoder)
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(breakdown.commands.map(Row.init), forKey: .commands)
        try object.encode(breakdown.values.map(Row.init), forKey: .values)
        try object.encode(
            breakdown.confusions.map { Confusion(said: $0.said, done: $0.done, count: $0.count) },
            forKey: .confusions)
        try object.encode(
            reliability.bins.map {
                Bin(probability: $0.probability, right: $0.right.count, total: $0.right.total)
            }, forKey: .reliability)
        try object.encodeIfPresent(comparison.map(Compared.init), forKey: .comparison)
    }
}

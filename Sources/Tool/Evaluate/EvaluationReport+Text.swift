import Appliance
import Evaluation
import Interpretation
import Platform

extension EvaluationReport {
    /// All of it, in parts.
    var text: String {
        let parts = [
            Self.text(of: score), Self.text(breakdown.commands, "By command", "command"),
            Self.text(breakdown.values, "By what was said for a rule", "slot"), confusions, changes,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func text(_ rows: [Breakdown.Row], _ title: String, _ head: String) -> String {
        guard !rows.isEmpty else { return "" }
        let cells = rows.map { row in
            [row.name] + [row.said, row.right, row.wrong, row.refused].map(String.init)
        }
        return "\(title)\n" + table([[head, "said", "right", "wrong", "rejected"]] + cells)
    }

    private var confusions: String {
        guard !breakdown.confusions.isEmpty else { return "" }
        let shown = breakdown.confusions.prefix(20).map { [$0.said, $0.done, "\($0.count)"] }
        let rest = breakdown.confusions.count - shown.count
        return "Taken for something else\n" + table([["said", "done", "times"]] + shown)
            + (rest > 0 ? "\n  and \(rest) more; 'earshot evaluate --json' has all" : "")
    }

    private var changes: String {
        guard let comparison else { return "" }
        func rows(_ mark: String, _ changes: [Comparison.Change]) -> [[String]] {
            changes.map { [mark, $0.audio, "\($0.before.rawValue), now \($0.now.rawValue)"] }
        }
        let rows = rows("better", comparison.better) + rows("worse", comparison.worse)
        return comparison.text + (rows.isEmpty ? "" : "\n" + table(rows))
    }

    /// A recording that went wrong, with what is needed to see why.
    static func text(of result: Evaluator.Result) -> String {
        "\(result.verdict.rawValue.padded(to: 12))  \(result.clip.name)  \(explanation(of: result))"
    }

    /// What was heard in it and refused, and what was expected.
    static func explanation(of result: Evaluator.Result) -> String {
        let heard = result.texts.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
        let refusals = result.rejections.map { "\($0.reason.rawValue) \($0.score.shortText)" }.joined(
            separator: ", ")
        return "\(heard)\(refusals.isEmpty ? "" : "  (\(refusals))")"
            + "; expected \(expectation(of: result))"
    }

    /// What was to come of a recording: of a wake phrase that was heard, or is none here, nothing.
    private static func expectation(of result: Evaluator.Result) -> String {
        if case .wake = result.clip.label, result.verdict == .falseAccept {
            return Manifest.Label.nothing.summary
        }
        return result.clip.label.summary
    }

    static func text(of score: Score) -> String {
        func share(_ count: Int, of total: Int) -> String { text(of: Proportion(count, of: total)) }
        var lines = [
            "right                 \(share(score.right, of: score.clips))",
            "  with extra slots    \(share(score.rightIgnoringExtraSlots, of: score.clips))",
            "wrong                 \(share(score.wrong, of: score.clips))",
            "rejected              \(share(score.rejected, of: score.clips))",
            "false accepts         \(falseAccepts(in: score))",
            "audio                 \((score.audio.seconds / 3600).shortText) h",
            "real-time factor      \(score.realTimeFactor.shortText) of searched sound, "
                + "\(score.load.shortText) of all",
        ]
        if score.words.words > 0 {
            lines.append("word error rate       \((score.words.rate * 100).shortText) %")
        }
        lines += responses(in: score)
        if let wake = score.wake { lines += text(of: wake) }
        return lines.joined(separator: "\n")
    }

    private static func responses(in score: Score) -> [String] {
        let answers = score.responses.count + score.untimedResponses
        var measured = "  measured            \(score.responses.count) of \(answers.counted("answer"))"
        if score.untimedResponses > 0 {
            measured += "; the other recordings end too soon after the last word"
        }
        guard let median = score.response(percentile: 50), let slow = score.response(percentile: 90) else {
            return answers > 0 ? ["response              not known", measured] : []
        }
        return [
            "response              \((median.seconds * 1000).shortText) ms (median), "
                + "\((slow.seconds * 1000).shortText) ms (90th percentile)",
            measured,
            "  from the word's end   by forced alignment \(score.alignedResponses.counted("time")), "
                + "by the recognizer \((score.responses.count - score.alignedResponses).counted("time"))",
        ]
    }

    private static func text(of wake: WakeCounts) -> [String] {
        let phrases = wake.phrases.sorted { $0.key < $1.key }.filter { $0.value.said > 0 }
        return phrases.flatMap { phrase, heard in
            ["wake phrase missed    \(text(of: heard.missed)) (\(phrase))" + reasons(of: heard)]
                + confusion(of: heard)
        } + ["false alarms          \(falseAlarms(in: wake))"]
    }

    private static func falseAccepts(in score: Score) -> String {
        guard score.falseAcceptRate.hours > 0 else { return "no recording of which nothing must come" }
        let questions =
            score.falseQuestions > 0 ? "; \(score.falseQuestions) of them would wait for a yes" : ""
        return "\(text(of: Proportion(score.falseAccepts, of: score.negatives))); "
            + text(of: score.falseAcceptRate) + questions
    }

    private static func falseAlarms(in wake: WakeCounts) -> String {
        wake.falseAlarms.hours > 0 ? text(of: wake.falseAlarms) : "no recording without a wake phrase"
    }

    /// Which of the two looks missed it.
    private static func reasons(of heard: WakeCounts.Phrase) -> String {
        guard heard.missed.count > 0 else { return "" }
        return "; \(heard.unnoticed) not noticed, \(heard.missed.count - heard.unnoticed) not believed"
    }

    private static func confusion(of heard: WakeCounts.Phrase) -> [String] {
        guard heard.takenForAnother > 0 else { return [] }
        return ["  taken for another   \(text(of: Proportion(heard.takenForAnother, of: heard.said)))"]
    }

    /// `3 of 10: 30 % (95 %: 11 to 60)`.
    private static func text(of share: Proportion) -> String {
        func percent(_ value: Double) -> String { (value * 100).shortText }
        return "\(share.count) of \(share.total): \(percent(share.share)) % (95 %: "
            + "\(percent(share.interval.lowerBound)) to \(percent(share.interval.upperBound)))"
    }

    /// `2 in 4 h: 0.5 an hour (95 %: 0.06 to 1.8)`.
    private static func text(of rate: EventRate) -> String {
        "\(rate.count) in \(rate.hours.shortText) h: \(rate.perHour.roughText) an hour (95 %: "
            + "\(rate.interval.lowerBound.roughText) to \(rate.interval.upperBound.roughText))"
    }
}

extension Comparison {
    /// One line, or two where the recordings are not the same.
    var text: String {
        let others =
            gone + new == 0
            ? "" : "\nNot compared: \(new.counted("new recording")), and \(gone) that had been there"
        return "Compared: \(better.count) of \(common.counted("recording")) better, \(worse.count) worse; "
            + "by chance as uneven with p = \(significance.shortText) (McNemar, exact)" + others
    }
}

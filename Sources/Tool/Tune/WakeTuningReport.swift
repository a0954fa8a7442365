import Evaluation
import Glibc
import Platform
import Utterance

/// What tuning found about wake phrases, for people and programs.
struct WakeTuningReport {
    /// One threshold, and what it comes to.
    struct Row {
        var threshold: Double
        var outcome: WakeTuning.Outcome
    }

    struct Finding {
        var configured: WakePhrase
        /// Nil where there is too little to choose by.
        var suggested: WakePhrase?
        /// How many recordings are labelled with it.
        var takes: Int
        /// Acceptances on the half for choosing.
        var acceptances: [Row]
        /// Triggers on the same half, at the suggested acceptance.
        var triggers: [Row]
        /// On the other half: as it is, and as suggested.
        var now: WakeTuning.Outcome
        var then: WakeTuning.Outcome?
        /// What the takes come to by themselves, where there is too little for all that.
        var enrolment: WakeTuning.Enrolment?

        /// Whether what is suggested does worse than what is set, on recordings that it was not chosen on.
        var isHarmful: Bool

        var isNew: Bool { suggested.map { $0 != configured } ?? false }
        /// Whether it is worth writing.
        var isChange: Bool { isNew && !isHarmful }
    }

    let findings: [Finding]
    private let falseAlarmsPerHour: Double

    /// With fewer takes of a phrase other sound chooses nothing.
    private static let fewestTakes = 2 * WakeTuning.fewestForChoosing

    init(_ tuning: WakeTuning, falseAlarmsPerHour: Double) {
        self.falseAlarmsPerHour = falseAlarmsPerHour
        findings = tuning.phrases.map { phrase in
            let takes = tuning.recordings.count { $0.label.wakePhrase == phrase.text }
            let chosen =
                takes < Self.fewestTakes
                ? nil : tuning.suggestion(for: phrase, falseAlarmsPerHour: falseAlarmsPerHour)
            let enrolment =
                chosen == nil
                ? tuning.enrolment(of: phrase, falseAlarmsPerHour: falseAlarmsPerHour) : nil
            let suggested = chosen ?? enrolment.map { $0.isBetter ? $0.suggested : phrase }
            let trigger = tuning.trigger(of: phrase) ?? 1
            func row(_ value: Double, _ set: (inout WakePhrase) -> Void) -> Row {
                var trial = suggested ?? phrase
                set(&trial)
                return Row(threshold: value, outcome: tuning.outcome(of: trial, on: .choosing))
            }
            let acceptances = stride(from: -1.0, through: 7, by: 1).map { value in
                row(value) { $0.acceptance = value }
            }
            let triggers = WakeTuning.triggerSteps.map { step in
                row(step * trigger) { $0.trigger = step * trigger }
            }
            return Finding(
                configured: phrase, suggested: suggested, takes: takes, acceptances: acceptances,
                triggers: triggers,
                now: tuning.outcome(of: phrase, on: .checking),
                then: suggested.map { tuning.outcome(of: $0, on: .checking) }, enrolment: enrolment,
                isHarmful: suggested.map {
                    tuning.isHarmful($0, insteadOf: phrase, falseAlarmsPerHour: falseAlarmsPerHour)
                } ?? false)
        }
    }

    /// What `--write` sets: thresholds that are not there already, unless they do harm.
    var changes: [WakePhrase] {
        findings.compactMap { finding in
            guard finding.isChange, var phrase = finding.suggested else { return nil }
            if phrase.trigger == finding.configured.trigger { phrase.trigger = nil }
            return phrase
        }
    }

    var text: String { findings.map(text(of:)).joined(separator: "\n\n") }

    private func text(of finding: Finding) -> String {
        let phrase = finding.configured.text
        if let enrolment = finding.enrolment { return text(of: enrolment) }
        guard let suggested = finding.suggested, let then = finding.then else {
            return finding.takes == 0
                ? "Wake phrase \"\(phrase)\": no recording has \"wake\": \"\(phrase)\"; nothing to tell."
                : """
                Wake phrase "\(phrase)": \(finding.takes.counted("take")), too few to tell by, so it is left as it is.
                Record \(WakeTuning.fewestTakes) or more, or \(Self.fewestTakes) beside some hours of other sound.
                """
        }
        func rows(_ name: String, _ rows: [(String, WakeTuning.Outcome)]) -> String {
            table(
                [[name, "missed %", "false alarms an hour", "candidates an hour"]]
                    + rows.map { name, outcome in
                        [
                            name, outcome.missed.percentText, outcome.falseAlarms.hourlyText,
                            outcome.candidates.perHour.shortText,
                        ]
                    })
        }
        return """
            Wake phrase "\(phrase)": the least score that wakes (every second recording)

            \(rows("acceptance", finding.acceptances.map { ($0.threshold.shortText, $0.outcome) }))

            How readily a place is looked at closely, with an acceptance of \(suggested.acceptance.shortText)

            \(rows("trigger", finding.triggers.map { ($0.threshold.powerText, $0.outcome) }))

            On the other recordings

            \(rows("", [("as it is now", finding.now), ("as suggested", then)]))

            Suggested, for \(falseAlarmsPerHour.shortText) false alarms an hour

              \(phrase): \(suggested.setting)\(finding.isNew ? "" : "  (as it is)")
            \(advice(on: finding).map { "\n" + $0 }.joined())
            """
    }

    private func text(of enrolment: WakeTuning.Enrolment) -> String {
        let phrase = enrolment.configured.text
        let isNew = enrolment.isBetter && enrolment.suggested != enrolment.configured
        let hours = enrolment.counted.hours
        func row(
            _ name: String, _ phrase: WakePhrase, _ missed: Proportion, _ counted: EventRate,
            _ expected: WakePrediction.Estimate?
        ) -> [String] {
            let alarms = hours > 0 ? counted.hourlyText : expected?.hourlyText ?? "not known"
            return [name, phrase.acceptance.shortText, missed.percentText, alarms]
        }
        let rows = table([
            ["", "acceptance", "missed %", "false alarms an hour" + (hours > 0 ? "" : " to expect")],
            row(
                "as it is now", enrolment.configured, enrolment.missed, enrolment.counted,
                enrolment.falseAlarms),
            row(
                isNew ? "as suggested" : enrolment.isHeldBack ? "as other sound allows" : "as the takes ask",
                enrolment.suggested, enrolment.missedThen, enrolment.countedThen,
                enrolment.falseAlarmsThen),
        ])
        let source =
            hours > 0
            ? "False alarms are counted in \(hours.shortText) h of other sound; "
                + "with \(Self.fewestTakes) takes and some hours of it, it chooses the acceptance."
            : """
            False alarms are those beside a television, expected and not
            measured: add some hours of other sound to measure them.
            """
        let limit =
            enrolment.isHeldBack
            ? """


            The takes ask for less, but then other sound would wake it at more than \(falseAlarmsPerHour.shortText) an hour, counted or
            extrapolated; '--alarms N' allows more.
            """ : ""
        let verdict =
            isNew
            ? "Suggested\n\n  \(phrase): \(enrolment.suggested.setting)"
            : "That is no better, so it is left as it is."
        return """
            Wake phrase "\(phrase)": \(enrolment.missed.total.counted("take")) by those who will say it

            \(rows)

            Each take is judged with what the others choose. \(source)\(limit)\(unnoticedText(of: enrolment))

            \(verdict)
            """
    }

    /// Which takes no acceptance finds, and what does.
    private func unnoticedText(of enrolment: WakeTuning.Enrolment) -> String {
        let takes = enrolment.unnoticed
        guard !takes.isEmpty else { return "" }
        let shown = takes.prefix(20).joined(separator: ", ")
        let rest = takes.count > 20 ? ", and \(takes.count - 20) more" : ""
        let found = takes.count - enrolment.unnoticedThen
        let remedy =
            found > 0 && enrolment.isBetter
            ? "With the suggested trigger \(found) of \(takes.count) would be."
            : "Listen to what was recorded: the phrase is to be whole, after a short pause."
        return """


            Not noticed, so that no acceptance would do: \(takes.count.counted("take")), \(shown)\(rest).
            \(remedy)
            """
    }

    private func advice(on finding: Finding) -> [String] {
        var lines: [String] = []
        if finding.isHarmful { lines.append(TuneCommand.harmText) }
        let hours =
            finding.now.falseAlarms.hours + (finding.acceptances.first?.outcome.falseAlarms.hours ?? 0)
        if hours < 2 / falseAlarmsPerHour {
            lines.append(
                "In \(hours.shortText) h of other sound alarms this rare are not counted but extrapolated; "
                    + "\((4 / falseAlarmsPerHour).shortText) h would tell.")
        }
        return lines
    }
}

extension Double {
    /// `1e-30`: the nearest power of ten.
    fileprivate var powerText: String { "1e\(Int(log10(self).rounded()))" }
}

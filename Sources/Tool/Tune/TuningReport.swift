import Appliance
import Evaluation
import Interpretation
import Platform

/// What tuning found about commands, for people and programs.
struct TuningReport {
    struct Row {
        var name: String
        var outcome: Tuning.Outcome
    }

    private let tuning: Tuning
    let suggestion: [String: Trust]
    private let costOfMistake: Double
    /// On the half for choosing.
    let sweep: [Row]
    /// On the other half.
    let checks: [Row]
    /// Whether what is suggested does worse than what is set, on recordings that it was not chosen on.
    let isHarmful: Bool

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

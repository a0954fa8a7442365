import Appliance
import Capture
import Console
import Decoding
import Evaluation
import Grammar
import Interpretation
import Platform
import Utterance

/// `earshot listen`: what is heard, how well it fits, and what would have been done. Nothing moves.
enum ListenCommand: OrderlyCommand {
    static let name = "listen"
    static let summary = "show words, scores and level live, and what would have happened; nothing moves"
    static let help = """
        earshot listen [--config] FILE [--input FILE|-] [--fast] [--color WHEN] [--log-level LEVEL]

          --config FILE       what may be said; any speech is listened to, or the wake phrase if there is one
          --input FILE        hear this sound file instead of the microphone; - is standard input,
                              a recording or raw 16 kHz 16-bit mono
          --fast              with --input: as fast as possible instead of in real time
          --color WHEN        always, never, or auto: on a terminal, unless NO_COLOR is set
          --log-level LEVEL   error, warning, notice (if not given), info or debug: how much is told on standard error

        For every utterance: the words, how loud the loudest of it was, the probability that they are right, each
        measure with what it adds to the odds (what is negative speaks against it), and what would have been done. For every place that sounded like a wake phrase: its score,
        and what it should have been. No pin is touched and no sound is kept.
        Status: 0 it was ended, or all of the recording was heard, 1 the recording broke off, 66 it cannot be read, 69 a model
        or the microphone's driver is missing, 78 the configuration has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--fast"], options: ["--config", "--input", "--color", "--log-level"])
        let path = try arguments.configuration()
        try arguments.setLogLevel()
        let configuration = try ApplianceConfiguration.load(path)
        let level = SoundLevel()
        let live = LiveLine(level)
        let style = try arguments.style()
        var options = Appliance.Options()
        options.input = try arguments.input()
        options.board = .simulated
        // Nothing is moved, and what somebody wants to see is the whole of it.
        options.isInputWhole = true
        // The timeline shows warnings on the same terminal.
        options.logsWarnings = false
        options.meter = { level.measure($0) }
        options.wakeWitness = { detection in
            guard !detection.isAccepted else { return }
            Terminal.print(
                Timeline.line(forNearMiss: detection, among: configuration.wake), style: style,
                endingWithReader: stop)
        }
        let account = ListeningAccount(configuration: configuration)
        let appliance = try arguments.opening {
            try Appliance(configuration.doingNothing(), options: options) { event in
                if live?.takes(event) == true { return }
                for line in account.lines(for: event, level: level.loudest) {
                    Terminal.print(line, style: style, endingWithReader: stop)
                }
                switch event.kind {
                case .command, .rejected: level.reset()
                default: break
                }
            }
        }
        let summary = try appliance.run(until: stop) { live?.show(heard: $0) }
        Terminal.clearProgress()
        return ExitStatus(summary)
    }
}

/// Describes a run without outputs as if its commands had been done.
private struct ListeningAccount {
    let configuration: ApplianceConfiguration

    func lines(for event: ApplianceEvent, level: Double) -> [String] {
        switch event.kind {
        case .command(let command):
            actions(of: command.name, command.slots)
                + measures(of: command.name, command.scores, level)
        case .rejected(let rejection)
        where rejection.reason == .background && configuration.listen == .button:
            // A press means the appliance, however quiet the speech.
            actions(of: rejection.nearest, slots(of: rejection))
                + measures(of: rejection.nearest, rejection.scores, level)
        case .rejected(let rejection) where rejection.reason == .unlikely:
            refusal(of: rejection)
                + measures(of: rejection.nearest, rejection.scores, level)
        default: Timeline.line(for: event).map { [$0] } ?? []
        }
    }

    /// What a command that is believed would have moved.
    private func actions(of name: String?, _ slots: [String: SlotValue]) -> [String] {
        guard let options = options(of: name) else { return [] }
        let actions = options.steps.map { $0.text(with: slots) }
        let condition = options.confirm.means == .none ? "" : " after a yes"
        return [
            "          ✓  would be done\(condition): \(options.name)\(text(of: slots))",
            "             \(actions.isEmpty ? "an event, no output" : actions.joined(separator: ", "))",
        ]
    }

    private func refusal(of rejection: Rejection) -> [String] {
        guard let name = rejection.nearest else { return ["          ✗  would be refused"] }
        return ["          ✗  would be refused; nearest is \(name)\(text(of: slots(of: rejection)))"]
    }

    /// How likely an utterance is, and what that is made of.
    private func measures(
        of name: String?, _ scores: VerificationScores?, _ level: Double
    ) -> [String] {
        guard let options = options(of: name), let scores else { return [] }
        let judgement = CommandProbability(scores)
        let measures = judgement.contributions.map { share in
            "\(share.measure.rawValue) \(share.value.shortText) "
                + "(\(share.adds >= 0 ? "+" : "")\(share.adds.shortText))"
        }
        return [
            "             probability \(judgement.value.shortText), needs \(options.trust.probability.shortText), "
                + "peak \(level.shortText) dB",
            "             \(measures.joined(separator: ", "))",
        ]
    }

    private func options(of name: String?) -> CommandOptions? {
        configuration.commands.first { $0.name == name }
    }

    private func slots(of rejection: Rejection) -> [String: SlotValue] {
        configuration.grammar.flatMap { rejection.command(in: $0) }?.slots ?? [:]
    }

    private func text(of slots: [String: SlotValue]) -> String {
        slots.sorted { $0.key < $1.key }.map { "  \($0.key) = \($0.value)" }.joined()
    }
}

extension OutputStep {
    /// `pump on for 600s`.
    fileprivate func text(with slots: [String: SlotValue]) -> String {
        func said(_ slot: String) -> String { slots[slot].map(\.description) ?? "<\(slot)>" }
        switch self {
        case .set(let output, .fixed(let isOn)): return "\(output) \(isOn ? "on" : "off")"
        case .set(let output, .slot(let slot)): return "\(output) \(said(slot))"
        case .toggle(let output): return "\(output) the other way"
        case .onFor(let output, .fixed(let span)): return "\(output) on for \(span.seconds.shortText)s"
        case .onFor(let output, .slot(let slot)): return "\(output) on for \(said(slot))"
        case .wait(let span): return "then after \(span.seconds.shortText)s"
        }
    }
}

import GPIO
import Platform

/// Switches the outputs, and lets no command break their rules.
///
/// The rules, most severe first; each holds whatever is said, in whatever order:
///
/// 1. *Safe levels* (`makeSafe`): at exit and at a fault every output has its configured level at once, `min_dwell`
///    or not, and holds it; commands are refused, but for switching off what a fault leaves as it is.
/// 2. *Interlock*: never two of a group are on. Switching one on switches the others off, or is refused while another is on
///    (`wins: first`); it follows `gap` later, ``deadTime`` unless configured, when their contacts have opened.
///    If one of them may not go off yet (`min_dwell`) or does not obey, the command is refused.
/// 3. *max_on*: an output is on for no longer, however often it is switched on. A time that would be longer is refused.
/// 4. *cooldown*, *min_dwell*: an output that went off too recently is not switched on: refused, as a
///    pump that starts minutes later would be a surprise. One that went on too recently goes off when it may.
///
/// A command that is done cancels what was still to come for its outputs: times, waits, and the rest of sequences that touch
/// them, of which only what switches other outputs off is still done. One that is refused cancels nothing, unless it was to
/// switch off; that, and switching off what is off, cancels what would switch on. After a refusal within a sequence,
/// only what switches off is still done.
///
/// A line that does not obey counts as on, is switched off again and again, and refuses every command.
///
/// Time comes in by `perform` and `advance(to:)`, in order. One thread at a time may use a controller. Lines stay
/// driven as long as it lives; where it ends without `makeSafe`, as after a start that failed, outputs get their levels at exit before
/// the lines are let go.
///
/// ```swift
/// let outputs = try OutputController(configuration.outputs, on: pinout, at: now)
/// for report in outputs.perform([.onFor("pump", .seconds(600))], for: "water", at: now) { … }
/// ```
final class OutputController {
    /// How long the contact of another of its group is given to open before an output goes on. Relays release
    /// within 5 to 20 ms; contactors take up to 50.
    static let deadTime = Duration.milliseconds(100)

    var outputs: [SwitchedOutput]
    var sequences: [Sequence] = []
    var heldFor: SafetyOccasion?
    var now: Duration
    /// What the appliance calls itself where it takes a line.
    static let consumer = "earshot"
    /// When it is looked next whether the lines are still driven.
    var nextCheck: Duration

    let history: OutputHistory?
    /// What is known without one.
    private let pastWithoutHistory: OutputHistory.Past
    /// How many commands there were.
    private var count = 0
    /// The number of the newest command of each name.
    private var newest: [String: Int] = [:]

    /// Takes all lines, each with its initial level.
    ///
    /// - Parameters:
    ///   - history: knows when they were switched before, and is told from now on; nil where nobody knows.
    ///   - past: what is known without it: lines in memory were never switched.
    /// - Throws: what `Pinout.output` throws for the first line that cannot be opened; none is then held, and those that were have
    ///   their levels at exit.
    init(
        _ options: [OutputOptions], on pinout: Pinout, at now: Duration, consumer: String = consumer,
        history: OutputHistory? = nil, withoutHistory past: OutputHistory.Past = .unknown
    ) throws(GPIOError) {
        self.now = now
        nextCheck = now
        self.history = history
        pastWithoutHistory = past
        outputs = []
        for option in options {
            outputs.append(makeOutput(option, try openLine(of: option, on: pinout, as: consumer)))
        }
    }

    deinit {
        guard heldFor != .exit else { return }
        // What releases a line may leave its level as it is, and nobody would switch it off any more.
        for output in outputs { _ = try? output.relay.set(output.options.isOnAtExit, at: now) }
    }

    /// Takes the line of an output, at the level with which it begins: off while it is to rest.
    func openLine(
        of options: OutputOptions, on pinout: Pinout, as consumer: String = OutputController.consumer
    ) throws(GPIOError) -> Relay {
        let isOn = options.isOnInitially && hasRested(options, since: past(of: options))
        let line = try pinout.output(
            options.line, isActiveLow: options.isActiveLow, initially: isOn, consumer: consumer)
        return Relay(line, initially: isOn)
    }

    /// An output whose line was taken just now.
    func makeOutput(_ options: OutputOptions, _ relay: Relay) -> SwitchedOutput {
        let past = past(of: options)
        let isOn = relay.isOn == true
        if isOn || past == .on || past == .unknown { history?.note(options, isOn: isOn) }
        let output = SwitchedOutput(options: options, relay: relay, at: now, past: past)
        if output.plan != nil, output.rested > now {
            Log.notice(
                "'\(options.name)' begins off, as it is to rest first; it goes on in \((output.rested - now).inWords)",
                from: "outputs")
        }
        return output
    }

    private func past(of options: OutputOptions) -> OutputHistory.Past {
        history?.past(of: options) ?? pastWithoutHistory
    }

    private func hasRested(_ options: OutputOptions, since past: OutputHistory.Past) -> Bool {
        switch past {
        case .never: true
        case .off(let span): span >= options.rest
        case .unknown, .on: options.rest == .zero
        }
    }

    /// Whether an output is on; nil if there is none of this name, or its line does not obey.
    func isOn(_ name: String) -> Bool? {
        index(of: name).flatMap { outputs[$0].relay.isOn }
    }

    /// Whether an output's requested level is on, even if a rule makes it wait.
    func isToldOn(_ name: String) -> Bool {
        index(of: name).map { outputs[$0].isToldOn } ?? false
    }

    /// When to call `advance(to:)` next; nil while nothing is to come.
    var nextDeadline: Duration? {
        ([nextChange] + outputs.flatMap { [$0.retryAt, $0.beginsAt] }).earliest
    }

    /// When an output is to change by itself; nil when none is, be there lines that do not obey.
    var nextChange: Duration? {
        (outputs.map(\.nextChange) + sequences.map { $0.resumesAt }).earliest
    }

    // MARK: - Commands

    /// Does what a command is configured to do.
    ///
    /// - Parameters:
    ///   - cause: the command's name, for reports.
    ///   - time: this moment; one before the latest counts as the latest.
    /// - Returns: what happened, in order; nothing for an output that is already at its requested level.
    func perform(
        _ commands: [OutputCommand], for cause: String, at time: Duration
    ) -> [OutputReport] {
        now = max(now, time)
        count += 1
        newest[cause] = count
        return run(Sequence(number: count, cause: cause, rest: commands[...], resumesAt: self.now))
    }

    /// Why a command would be refused for what it asks, with its outputs as they are now; nil if it may be done, be it in part.
    func impossibility(of commands: [OutputCommand], for cause: String) -> OutputReport? {
        // After a refusal, what switches off is still done.
        guard !commands.dropFirst().contains(where: \.switchesOff), commands.first.map(\.switchesOff) != true
        else {
            return nil
        }
        switch commands.first(where: { $0.output != nil }) {
        case .impossible(let name, let reason): return refusal(of: name, cause, reason)
        case .onFor(let name, let span):
            // One that is on may be told to stay so for less than `min_dwell`.
            guard
                case .maxOn(let maxOn)? = index(of: name).flatMap({
                    outputs[$0].options.limit(brokenBy: span)
                })
            else { return nil }
            return refusal(of: name, cause, .longerThanMaxOn(allowed: maxOn))
        case .set, .toggle, .wait, nil: return nil
        }
    }

    /// Whether something is still to come of the newest command of this name, after a wait.
    func isUnderWay(_ cause: String) -> Bool { sequences.contains { $0.number == newest[cause] } }

    /// Leaves what is still to come of the newest command of this name, which nothing has come of yet.
    func abandon(_ cause: String) {
        sequences.removeAll { $0.number == newest[cause] }
        for i in outputs.indices {
            if case .on(_, _, cause)? = outputs[i].plan { outputs[i].plan = nil }
        }
    }

    /// Does the steps of a command up to its next wait.
    func run(_ sequence: Sequence) -> [OutputReport] {
        var sequence = sequence
        var reports: [OutputReport] = []
        var isBroken = false
        for (index, command) in zip(sequence.rest.indices, sequence.rest) {
            if case .wait(let span) = command {
                if isBroken { continue }
                sequence.rest = sequence.rest[(index + 1)...]
                sequence.resumesAt = now + max(.zero, span)
                claim(sequence.rest, by: sequence.number)
                sequences.append(sequence)
                return reports
            }
            if isBroken, !isEnd(command, of: sequence) {
                reports.append(refusal(of: command.output ?? "", sequence.cause, .sequenceBroken))
                continue
            }
            let wasToldOn = command.output.map(isToldOn) ?? false
            let new = perform(command, for: sequence.cause)
            reports += new
            if new.contains(where: \.isRefusal) {
                isBroken = true
                // Whoever wants it off wants nothing to switch it on, least of all where the line does not obey.
                if command.switchesOff, let name = command.output {
                    supersede(name, by: sequence.number, changesNothing: true)
                }
            } else if let name = command.output {
                supersede(name, by: sequence.number, changesNothing: !wasToldOn && !isToldOn(name))
                if !wasToldOn, isToldOn(name) { sequence.switchedOn.insert(name) }
            }
        }
        return reports
    }

    private func perform(_ command: OutputCommand, for cause: String) -> [OutputReport] {
        guard let name = command.output else { return [] }
        guard let i = index(of: name) else { return [refusal(of: name, cause, .unknownOutput)] }
        if let heldFor {
            let mayGoOff = outputs[i].safeLevel(for: heldFor) == nil
            guard mayGoOff, command.switchesOff else { return [refusal(of: name, cause, .held(heldFor))] }
        }
        guard outputs[i].relay.isOn != nil else { return [refusal(of: name, cause, .broken)] }
        switch command {
        case .set(_, false): return turnOff(i, for: cause)
        case .set(_, true): return turnOn(i, lasting: nil, for: cause)
        case .toggle:
            return outputs[i].isToldOn ? turnOff(i, for: cause) : turnOn(i, lasting: nil, for: cause)
        case .onFor(_, let span): return turnOn(i, lasting: span, for: cause)
        case .wait: return []
        case .impossible(_, let reason): return [refusal(of: name, cause, reason)]
        }
    }

    // MARK: - Levels

    /// Has what must outlive the program written: before it ends.
    func settleHistory() { history?.settle() }

    /// The rules of an output that is kept have changed.
    func noteRules(of options: OutputOptions) { history?.adopt(options) }

    /// The one place where levels are written.
    func write(_ isOn: Bool, to i: Int, _ reason: OutputChange.Reason) -> [OutputReport] {
        outputs[i].plan = nil
        let clock = MonotonicClock()
        let began = clock.now
        do throws(GPIOError) {
            guard try outputs[i].relay.set(isOn, at: now) != nil else { return [] }
            outputs[i].switched(at: now)
            history?.note(outputs[i].options, isOn: isOn)
            let name = outputs[i].options.name
            return [.changed(OutputChange(name: name, isOn: isOn, reason: reason, at: now))]
        } catch {
            // Time that was spent on a bus that hangs has passed for the pause before the next attempt, too.
            let taken = clock.now - began
            return failed(i, error, after: taken < .milliseconds(100) ? .zero : taken)
        }
    }

    /// A line does not obey, which took so long to know.
    func failed(_ i: Int, _ error: GPIOError, after span: Duration = .zero) -> [OutputReport] {
        let wasBroken = outputs[i].retryAt != nil
        outputs[i].plan = nil
        // What keeps a line from being taken again is known at once, too.
        let isGone = if case .failed = error { error.isOfLostChip } else { true }
        outputs[i].failed(at: now, after: span, isGone: isGone)
        // Reported once, not each time.
        return wasBroken ? [] : [.failed(output: outputs[i].options.name, error)]
    }

    private func index(of name: String) -> Int? {
        outputs.firstIndex { $0.options.name == name && !$0.isLeaving }
    }

    func refusal(of name: String, _ cause: String, _ reason: OutputRefusal.Reason) -> OutputReport {
        .refused(OutputRefusal(name: name, cause: cause, reason: reason, at: now))
    }
}

import GPIO

/// Switches the outputs, and lets no command break their rules.
///
/// The rules, most severe first; each holds whatever is said, in whatever order:
///
/// 1. *Safe levels* (`makeSafe`): at exit and at a fault every output has its configured level at once, `min_dwell`
///    or not, and holds it; commands are refused.
/// 2. *Interlock*: never two of a group are on. Switching one on switches the others off, or is refused while another is on
///    (`wins: first`); it follows `gap` later, ``deadTime`` unless configured, when their contacts have opened.
///    If one of them may not go off yet (`min_dwell`) or does not obey, the command is refused.
/// 3. *max_on*: an output is on for no longer, however often it is switched on. A time that would be longer is refused.
/// 4. *cooldown*, *min_dwell*: an output that went off too recently is not switched on: refused, as a
///    pump that starts minutes later would be a surprise. One that went on too recently goes off when it may.
///
/// A command cancels what was still to come for its outputs: times, waits, and the rest of sequences that touch them.
/// After a refusal within a sequence, only what switches off is still done.
///
/// A line that does not obey counts as on, is switched off again every second, and refuses every command.
///
/// Time comes in by `perform` and `advance(to:)`, in order. One thread at a time may use a controller. Lines stay
/// driven as long as it lives.
///
/// ```swift
/// let outputs = try OutputController(configuration.outputs, on: pinout, at: now)
/// for report in outputs.perform([.onFor("pump", .seconds(600))], for: "water", at: now) { … }
/// ```
final class OutputController {
    /// How long the contact of another of its group is given to open before an output goes on. Relays release
    /// within 5 to 20 ms; contactors take up to 50.
    static let deadTime = Duration.milliseconds(100)
    /// How often a line that does not obey is switched off again.
    static let retryInterval = Duration.seconds(1)

    private var outputs: [SwitchedOutput]
    private var sequences: [Sequence] = []
    private var heldFor: SafetyOccasion?
    private var now: Duration
    private let history: OutputHistory?

    private struct Sequence {
        var cause: String
        var rest: ArraySlice<OutputCommand>
        var resumesAt: Duration
    }

    /// Takes all lines, each with its initial level.
    ///
    /// - Parameter history: knows when they were switched before, and is told from now on; nil where nobody knows.
    /// - Throws: what `Pinout.output` throws for the first line that cannot be opened; none is then held.
    init(
        _ options: [OutputOptions], on pinout: Pinout, at now: Duration, consumer: String = "earshot",
        history: OutputHistory? = nil
    ) throws(GPIOError) {
        self.now = now
        self.history = history
        outputs = []
        for option in options {
            let line = try pinout.output(
                option.line, isActiveLow: option.isActiveLow, initially: option.isOnInitially,
                consumer: consumer)
            outputs.append(taken(option, Relay(line, initially: option.isOnInitially)))
        }
    }

    /// An output whose line was taken just now.
    private func taken(_ options: OutputOptions, _ relay: Relay) -> SwitchedOutput {
        let past = history?.past(of: options) ?? .unknown
        if options.isOnInitially || past == .on || past == .unknown {
            history?.note(options, isOn: options.isOnInitially)
        }
        return SwitchedOutput(options: options, relay: relay, at: now, past: past)
    }

    /// Whether an output is on; nil if there is none of this name, or its line does not obey.
    func isOn(_ name: String) -> Bool? {
        index(of: name).flatMap { outputs[$0].relay.isOn }
    }

    /// When to call `advance(to:)` next; nil while nothing is to come.
    var nextDeadline: Duration? {
        (outputs.map(\.nextDeadline) + sequences.map { $0.resumesAt }).compactMap { $0 }.min()
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
        let touched = Set(commands.compactMap(\.output))
        sequences.removeAll { sequence in sequence.rest.contains { touched.contains($0.output ?? "") } }
        return run(commands[...], for: cause)
    }

    /// Leaves what is still to come of a command that nothing has come of yet.
    func abandon(_ cause: String) {
        sequences.removeAll { $0.cause == cause }
        for i in outputs.indices {
            if case .on(_, _, cause)? = outputs[i].plan { outputs[i].plan = nil }
        }
    }

    private func run(_ commands: ArraySlice<OutputCommand>, for cause: String) -> [OutputReport] {
        var reports: [OutputReport] = []
        var isBroken = false
        for (index, command) in zip(commands.indices, commands) {
            if case .wait(let span) = command {
                if isBroken { continue }
                sequences.append(
                    Sequence(cause: cause, rest: commands[(index + 1)...], resumesAt: now + max(.zero, span)))
                return reports
            }
            if isBroken, !command.switchesOff {
                reports.append(refusal(of: command.output ?? "", cause, .sequenceBroken))
                continue
            }
            let new = perform(command, for: cause)
            isBroken = isBroken || new.contains { if case .refused = $0 { true } else { false } }
            reports += new
        }
        return reports
    }

    private func perform(_ command: OutputCommand, for cause: String) -> [OutputReport] {
        guard let name = command.output else { return [] }
        guard let i = index(of: name) else { return [refusal(of: name, cause, .unknownOutput)] }
        if let heldFor { return [refusal(of: name, cause, .held(heldFor))] }
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

    // MARK: - Time

    /// Does everything that is due.
    func advance(to time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports: [OutputReport] = []
        // Switching off first frees the interlock for what goes on.
        for i in outputs.indices {
            if let retryAt = outputs[i].retryAt, retryAt <= now { reports += retry(i) }
            if let limit = outputs[i].maxOnDeadline, limit <= now {
                reports += write(false, to: i, .maxOn)
            } else if case .off(let time, let reason)? = outputs[i].plan, time <= now {
                reports += write(false, to: i, reason)
            }
        }
        for i in outputs.indices {
            guard case .on(let time, let span, let cause)? = outputs[i].plan, time <= now else { continue }
            outputs[i].plan = nil
            reports += turnOn(i, lasting: span, for: cause)
        }
        while let next = sequences.enumerated().min(by: { $0.element.resumesAt < $1.element.resumesAt }),
            next.element.resumesAt <= now
        {
            let sequence = sequences.remove(at: next.offset)
            reports += run(sequence.rest, for: sequence.cause)
        }
        return reports
    }

    // MARK: - Safety

    /// Gives every output its safe level at once and holds it there, whatever was to come.
    ///
    /// A fault ends with `resume(at:)`; the end of the appliance does not. Lines stay driven.
    func makeSafe(for occasion: SafetyOccasion = .exit, at time: Duration) -> [OutputReport] {
        now = max(now, time)
        if heldFor != .exit { heldFor = occasion }
        sequences = []
        let levels = outputs.map { output -> Bool? in
            switch (occasion, output.options.atFault) {
            case (.exit, _): output.options.isOnAtExit
            case (.fault, .keep): nil
            case (.fault, let level): level == .on
            }
        }
        let reason: OutputChange.Reason = occasion == .exit ? .exit : .fault
        var reports: [OutputReport] = []
        for wanted in [false, true] {
            for i in outputs.indices where levels[i] == wanted {
                outputs[i].plan = nil
                if outputs[i].relay.isOn != wanted { reports += write(wanted, to: i, reason) }
            }
        }
        for i in outputs.indices where levels[i] == nil {
            // Outputs that are kept keep their end, but none is switched on any more.
            if case .on? = outputs[i].plan { outputs[i].plan = nil }
        }
        return reports
    }

    /// Takes commands again after a fault. Outputs stay as they are until the next command.
    func resume(at time: Duration) {
        now = max(now, time)
        if heldFor == .fault { heldFor = nil }
    }

    // MARK: - Another configuration

    /// Goes on with the outputs of `options`, of which those of `opened` are new. The others keep their levels and times, and
    /// what is still to come for them; by new rules from now on. What is there no more goes to its level at exit, and its line
    /// is let go.
    func adopt(_ options: [OutputOptions], _ opened: [String: Relay], at time: Duration) -> [OutputReport] {
        now = max(now, time)
        var reports: [OutputReport] = []
        let kept = Set(options.map(\.name)).subtracting(opened.keys)
        for i in outputs.indices where !kept.contains(outputs[i].options.name) {
            reports += write(outputs[i].options.isOnAtExit, to: i, .exit)
            outputs[i].relay.line.release()
        }
        sequences.removeAll { sequence in
            sequence.rest.contains { $0.output.map { !kept.contains($0) } ?? false }
        }
        let old = outputs
        outputs = options.compactMap { options in
            if let relay = opened[options.name] {
                return taken(options, relay)
            }
            var output = old.first { $0.options.name == options.name }
            output?.options = options
            return output
        }
        // Whatever was on when rules came that forbid it together goes off, for nobody has said which one is meant.
        for i in outputs.indices where outputs[i].relay.isOn == true {
            let others = rivals(of: i).filter { outputs[$0].relay.isOn == true }
            guard let first = others.first else { continue }
            for j in [i] + others {
                reports += write(false, to: j, .interlock(for: outputs[first].options.name))
            }
        }
        if let heldFor {
            for i in outputs.indices where opened[outputs[i].options.name] != nil {
                let isOn =
                    heldFor == .exit ? outputs[i].options.isOnAtExit : outputs[i].options.atFault == .on
                reports += write(isOn, to: i, heldFor == .exit ? .exit : .fault)
            }
        }
        return reports
    }

    // MARK: - Switching one

    private func turnOff(_ i: Int, for cause: String) -> [OutputReport] {
        outputs[i].plan = nil
        guard outputs[i].relay.isOn == true else { return [] }
        let earliest = outputs[i].since + outputs[i].options.minDwell
        guard earliest <= now else {
            outputs[i].plan = .off(at: earliest, .command(cause))
            return [
                .deferred(
                    OutputDeferral(
                        name: outputs[i].options.name, isOn: false, until: earliest, reason: .minDwell,
                        at: now))
            ]
        }
        return write(false, to: i, .command(cause))
    }

    private func turnOn(_ i: Int, lasting span: Duration?, for cause: String) -> [OutputReport] {
        let output = outputs[i]
        let options = output.options
        if let span, let refused = output.objection(to: span, at: now) {
            return [refusal(of: options.name, cause, refused)]
        }
        if output.relay.isOn == true {
            outputs[i].plan = span.map { .off(at: max(now + $0, output.since + options.minDwell), .timer) }
            return []
        }
        let rested = output.since + options.rest
        guard rested <= now else {
            let rest = rested - now
            return [
                refusal(
                    of: options.name, cause, output.wasSwitched ? .resting(rest) : .restingSinceStart(rest))
            ]
        }
        let others = rivals(of: i)
        if options.interlockWins == .first, let winner = others.first(where: { outputs[$0].isToldOn }) {
            return [refusal(of: options.name, cause, .interlockWon(by: outputs[winner].options.name))]
        }
        for j in others {
            guard let objection = outputs[j].objectionToGoingOff(at: now) else { continue }
            return [refusal(of: options.name, cause, objection)]
        }
        var reports: [OutputReport] = []
        for j in others {
            cancel(j)
            guard outputs[j].relay.isOn == true else { continue }
            reports += write(false, to: j, .interlock(for: options.name))
            if outputs[j].relay.isOn == nil {
                return reports + [
                    refusal(of: options.name, cause, .interlocked(with: outputs[j].options.name, nil))
                ]
            }
        }
        let start =
            others.map { outputs[$0].since + max(options.interlockGap, outputs[$0].options.interlockGap) }
            .max()
            ?? now
        guard start <= now else {
            outputs[i].plan = .on(at: start, lasting: span, cause: cause)
            return reports + [
                .deferred(
                    OutputDeferral(name: options.name, isOn: true, until: start, reason: .interlock, at: now))
            ]
        }
        reports += write(true, to: i, .command(cause))
        if let span, outputs[i].relay.isOn == true { outputs[i].plan = .off(at: now + span, .timer) }
        return reports
    }

    /// The others of its group.
    private func rivals(of i: Int) -> [Int] {
        guard let group = outputs[i].options.interlock else { return [] }
        return outputs.indices.filter { $0 != i && outputs[$0].options.interlock == group }
    }

    /// Takes back what was still to come for an output.
    private func cancel(_ i: Int) {
        outputs[i].plan = nil
        let name = outputs[i].options.name
        sequences.removeAll { sequence in sequence.rest.contains { $0.output == name } }
    }

    /// Has what must outlive the program written: before it ends.
    func settleHistory() { history?.settle() }

    /// The one place where levels are written.
    private func write(_ isOn: Bool, to i: Int, _ reason: OutputChange.Reason) -> [OutputReport] {
        let name = outputs[i].options.name
        outputs[i].plan = nil
        let wasBroken = outputs[i].retryAt != nil
        do throws(GPIOError) {
            guard try outputs[i].relay.set(isOn, at: now) != nil else { return [] }
            outputs[i].since = now
            outputs[i].wasSwitched = true
            history?.note(outputs[i].options, isOn: isOn)
            outputs[i].retryAt = nil
            return [.changed(OutputChange(name: name, isOn: isOn, reason: reason, at: now))]
        } catch {
            outputs[i].since = now
            outputs[i].retryAt = now + Self.retryInterval
            // Reported once, not every second.
            return wasBroken ? [] : [.failed(output: name, error)]
        }
    }

    private func retry(_ i: Int) -> [OutputReport] {
        let options = outputs[i].options
        let level = heldFor == .exit ? options.isOnAtExit : heldFor == .fault && options.atFault == .on
        return write(level, to: i, .recovery)
    }

    private func index(of name: String) -> Int? {
        outputs.firstIndex { $0.options.name == name }
    }

    private func refusal(of name: String, _ cause: String, _ reason: OutputRefusal.Reason) -> OutputReport {
        .refused(OutputRefusal(name: name, cause: cause, reason: reason, at: now))
    }
}

extension OutputCommand {
    /// Whether it can only ever switch off.
    fileprivate var switchesOff: Bool {
        if case .set(_, false) = self { true } else { false }
    }
}

import GPIO
import Platform

/// Result of a command, or of time passing.
enum OutputReport: Sendable, Hashable {
    case changed(OutputChange)
    case refused(OutputRefusal)
    /// It will be done, but not yet.
    case deferred(OutputDeferral)
    /// The line does not obey. It counts as on until it does, and is given its safe level again and again: after a second at first, and
    /// every 30 s at last.
    case failed(output: String, GPIOError)

    var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// Why its output is not as it was told to be; nil if it is, or will be.
    var problem: String? {
        switch self {
        case .refused(let refusal): "output '\(refusal.name)' was not switched: \(refusal.reason)"
        case .failed(let output, let error): "output '\(output)' does not obey: \(error)"
        case .changed, .deferred: nil
        }
    }
}

/// An output that went on or off.
struct OutputChange: Sendable, Hashable {
    enum Reason: Sendable, Hashable {
        /// Requested by the command of this name.
        case command(String)
        /// It has rested, and is to be on from the start.
        case initial
        /// The time it was to be on is over.
        case timer
        case maxOn
        /// To make room for another of its group.
        case interlock(for: String)
        case exit, fault
        /// It obeys again after a failure, and is off.
        case recovery
    }

    var name: String
    var isOn: Bool
    var reason: Reason
    var at: Duration
}

/// A command that was not done, and why.
struct OutputRefusal: Sendable, Hashable {
    enum Reason: Sendable, Hashable {
        case unknownOutput
        /// It was switched too recently; it may go on in this time.
        case resting(Duration)
        /// It was not switched yet, but its state before the start is unknown; it may go on in this time.
        case restingSinceStart(Duration)
        /// It would be on for longer than `max_on`, which is this.
        case longerThanMaxOn(allowed: Duration)
        /// It is on, and would be for longer than `max_on` in all; this much of that is left.
        case exceedsMaxOn(rest: Duration)
        /// It would be on for less than `min_dwell`.
        case shorterThanMinDwell(Duration)
        /// Another of its group cannot go off yet, but can in this time; nil if that one does not obey its line.
        case interlocked(with: String, Duration?)
        /// Another of its group is on, and the first one wins.
        case interlockWon(by: String)
        /// Its line does not obey.
        case broken
        /// Outputs are held at their safe levels.
        case held(SafetyOccasion)
        /// It is to be as was said in this slot, and neither on nor off was.
        case stateUnsaid(slot: String)
        /// It is to be on for as long as was said in this slot, and no time was.
        case timeUnsaid(slot: String)
        /// A command before it in the sequence was refused.
        case sequenceBroken
    }

    var name: String
    /// The command that asked for it.
    var cause: String
    var reason: Reason
    var at: Duration
}

/// A command that waits for a rule.
struct OutputDeferral: Sendable, Hashable {
    enum Reason: Sendable, Hashable {
        /// It must stay on for `min_dwell` first.
        case minDwell
        /// The contact of another of its group is still opening.
        case interlock
    }

    var name: String
    var isOn: Bool
    var until: Duration
    var reason: Reason
    var at: Duration
}

/// Why all outputs are made safe.
enum SafetyOccasion: String, Sendable, Hashable {
    /// The appliance ends.
    case exit
    /// It could not hear a "stop".
    case fault

    /// What reports give as the reason.
    var reason: OutputChange.Reason {
        switch self {
        case .exit: .exit
        case .fault: .fault
        }
    }
}

extension OutputChange.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .command(let name): name
        case .initial: "initial"
        case .timer: "time is up"
        case .maxOn: "max_on"
        case .interlock(let other): "interlock with \(other)"
        case .exit: "exit"
        case .fault: "fault"
        case .recovery: "obeys again"
        }
    }
}

extension OutputRefusal: CustomStringConvertible {
    var description: String { "'\(cause)' did not switch \(name): \(reason)" }
}

extension OutputRefusal.Reason: CustomStringConvertible {
    /// What differs from one time to the next stands behind the semicolon, before which the log knows a warning again.
    var description: String {
        switch self {
        case .unknownOutput: "there is no such output; add it under 'outputs:'"
        case .resting(let span): "it was switched too recently; say it again in \(span.inWords)"
        case .restingSinceStart(let span):
            "the program has just started, and it may have been switched shortly before; say it again in "
                + span.inWords
        // A configured time is never too long or too short for an output that is off, so these two were said.
        case .longerThanMaxOn(let allowed): "its 'max_on' is \(allowed.inWords); say a shorter time"
        case .shorterThanMinDwell(let span): "its 'min_dwell' is \(span.inWords); say a longer time"
        case .exceedsMaxOn(let rest):
            "it is on, and would be for longer than its 'max_on'; say it again when it is off: \(rest.inWords) of that is left"
        case .interlocked(let other, let span?):
            "\(other) is on and cannot go off yet; say it again in \(span.inWords)"
        case .interlocked(let other, nil): "\(other) may be on, for its line does not obey; check its wiring"
        case .interlockWon(let other): "\(other) is on, and goes first; switch that off before"
        case .broken: "its line does not obey; check its wiring"
        case .held(.exit): "the appliance is ending"
        case .held(.fault): "outputs are safe while the appliance cannot hear"
        case .stateUnsaid(let slot):
            "its step 'set: <\(slot)>' needs on or off, and neither was said; "
                + "put <\(slot)>, a rule such as \"on | off\", once into each sentence of its 'say:'"
        case .timeUnsaid(let slot):
            "its step 'on_for: <\(slot)>' needs a time, and none was said; "
                + "put <\(slot)>, the built-in rule, once into each sentence of its 'say:'"
        case .sequenceBroken: "a step before it was refused"
        }
    }
}

extension OutputDeferral: CustomStringConvertible {
    var description: String {
        let wait = (until - at).inWords
        return switch reason {
        case .minDwell: "\(name) goes off in \(wait), when its 'min_dwell' is over"
        case .interlock: "\(name) goes on in \(wait), when the other contact has opened"
        }
    }
}

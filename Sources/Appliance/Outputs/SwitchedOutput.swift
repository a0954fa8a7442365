import GPIO
import Platform

/// One output of the controller: its line, since when it has its level, and what is still to come.
struct SwitchedOutput {
    enum Plan: Hashable {
        case off(at: Duration, OutputChange.Reason)
        case on(at: Duration, lasting: Duration?, cause: String)
        /// As it is configured to begin, once it has rested.
        case begin
    }

    var options: OutputOptions
    let relay: Relay
    /// When it got its level, or lost it to a failure.
    var since: Duration
    /// Whether it is known when it was switched last.
    var wasSwitched = false
    var plan: Plan?
    /// When a line that does not obey is switched again.
    var retryAt: Duration?
    /// How long there is between a failure and that: a line may take a second to say that it does not obey, on a bus that hangs, and
    /// nothing is heard meanwhile.
    private var backOff = BackOff(Duration.seconds(1) ... .seconds(30))
    /// Whether the configuration has it no more, and its line is held only until it has its level at exit.
    var isLeaving = false

    /// One that was taken at `now`.
    ///
    /// An output that begins on was switched on by that, and one that begins off has been off for as long as is known: if it is to begin
    /// on, it goes on once it has rested.
    init(options: OutputOptions, relay: Relay, at now: Duration, past: OutputHistory.Past) {
        self.options = options
        self.relay = relay
        since = now
        guard relay.isOn != true else { return }
        switch past {
        case .unknown, .on: break
        case .never: since = now - options.rest
        case .off(let span):
            since = now - span
            wasSwitched = true
        }
        if options.isOnInitially { plan = .begin }
    }

    /// The line did not obey, which took so long to know.
    ///
    /// - Parameter isGone: whether its chip is, which is known at once: nobody drives the line when that comes back, so it is tried as
    ///   often as at first.
    mutating func failed(at now: Duration, after span: Duration, isGone: Bool) {
        since = now
        retryAt = now + span + backOff.next()
        if isGone { backOff.reset() }
    }

    /// The line obeyed, and has another level from now on.
    mutating func switched(at now: Duration) {
        since = now
        wasSwitched = true
        retryAt = nil
        backOff.reset()
    }

    /// The requested level, even if a rule makes it wait.
    var isToldOn: Bool {
        switch plan {
        case .on, .begin: true
        case .off(_, .command): false
        default: relay.isOn == true
        }
    }

    /// Has it go off no earlier than its rules allow, which may be others than when that was planned.
    mutating func keepOnForDwell() {
        guard case .off(let time, let reason)? = plan else { return }
        plan = .off(at: max(time, since + options.minDwell), reason)
    }

    /// When it has been on for as long as it may.
    var maxOnDeadline: Duration? {
        guard relay.isOn == true, let maxOn = options.maxOn else { return nil }
        return since + maxOn
    }

    /// When one that is off may go on.
    var rested: Duration { since + options.rest }

    /// When it goes on as it is to begin, which nobody waits for.
    var beginsAt: Duration? { plan == .begin ? rested : nil }

    /// When it changes by itself; nil if it does not.
    var nextChange: Duration? {
        let planned: Duration? =
            switch plan {
            case .off(let time, _), .on(let time, _, _): time
            case .begin, nil: nil
            }
        return [planned, maxOnDeadline].earliest
    }

    /// The level that it is held at for an `occasion`; nil if it stays as it is, or nothing is the matter. One that leaves has its level
    /// at exit in any case.
    func safeLevel(for occasion: SafetyOccasion?) -> Bool? {
        if isLeaving || occasion == .exit { return options.isOnAtExit }
        guard occasion == .fault, options.atFault != .keep else { return nil }
        return options.atFault == .on
    }

    /// Why it may not be on for `span` from now.
    func objection(to span: Duration, at now: Duration) -> OutputRefusal.Reason? {
        let isOn = relay.isOn == true
        switch options.limit(brokenBy: span) {
        case .maxOn(let maxOn): return .longerThanMaxOn(allowed: maxOn)
        case .minDwell(let minDwell) where !isOn: return .shorterThanMinDwell(minDwell)
        case .minDwell, nil: break
        }
        if isOn, let maxOn = options.maxOn {
            let rest = since + maxOn - now
            if span > rest { return .exceedsMaxOn(rest: max(.zero, rest)) }
        }
        return span <= .zero ? .shorterThanMinDwell(options.minDwell) : nil
    }

    /// Why another of its group cannot have its place now.
    func objectionToGoingOff(at now: Duration) -> OutputRefusal.Reason? {
        guard let isOn = relay.isOn else { return .interlocked(with: options.name, nil) }
        let free = since + options.minDwell
        return isOn && free > now ? .interlocked(with: options.name, free - now) : nil
    }
}

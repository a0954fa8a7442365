/// What is still to come of commands that wait.
///
/// A sequence that is given up switches nothing on any more, but what it was to switch off goes off all the same, at its
/// time: it may be on by the sequence itself, and nothing else would end that.
extension OutputController {
    struct Sequence {
        /// Which command it is of, counted from the first.
        var number: Int
        var cause: String
        var rest: ArraySlice<OutputCommand>
        var resumesAt: Duration
        /// The outputs that it has switched on.
        var switchedOn: Set<String> = []

        func touches(_ name: String) -> Bool { rest.contains { $0.output == name } }

        /// Whether it may switch the output on, or prolong that.
        func maySwitchOn(_ name: String) -> Bool { rest.contains { $0.output == name && !$0.switchesOff } }
    }

    /// Gives up sequences, but for the ends of those outputs that `keepsEnd` is true for.
    func giveUp(_ isGivenUp: (Sequence) -> Bool, keeping keepsEnd: (String) -> Bool) {
        sequences = sequences.flatMap { sequence in
            isGivenUp(sequence) ? ends(of: sequence, keepsEnd) : [sequence]
        }
    }

    /// The rest of a sequence as far as it switches off: each step by itself, at its time.
    private func ends(of sequence: Sequence, _ keepsEnd: (String) -> Bool) -> [Sequence] {
        var ends: [Sequence] = []
        var time = sequence.resumesAt
        for step in sequence.rest {
            if case .wait(let span) = step { time += max(.zero, span) }
            guard let name = step.output, keepsEnd(name), isEnd(step, of: sequence) else { continue }
            var end = sequence
            end.rest = [.set(name, false)]
            end.resumesAt = time
            if case .onFor(_, let span) = step { end.resumesAt += max(.zero, span) }
            ends.append(end)
        }
        return ends
    }

    /// Whether a step, as things are now, switches its output off or gives it an end; of what others have switched on, only by those
    /// words.
    func isEnd(_ step: OutputCommand, of sequence: Sequence) -> Bool {
        switch step {
        case .set(_, let isOn): !isOn
        case .toggle(let name), .onFor(let name, _): isToldOn(name) && sequence.switchedOn.contains(name)
        case .wait, .impossible: false
        }
    }

    /// A command was done for an output, which older ones leave to it.
    ///
    /// - Parameter changesNothing: it is off, as it was: then only a sequence that would switch it on is given up.
    func supersede(_ name: String, by number: Int, changesNothing: Bool) {
        giveUp(
            { $0.number < number && (changesNothing ? $0.maySwitchOn(name) : $0.touches(name)) },
            keeping: { $0 != name })
    }

    /// A command waits before its `steps`: older ones switch nothing on any more that these are for. What those switch off
    /// still goes off, as nobody knows whether these steps will be done.
    func claim(_ steps: ArraySlice<OutputCommand>, by number: Int) {
        let names = Set(steps.compactMap(\.output))
        giveUp(
            { sequence in
                sequence.number < number && names.contains { sequence.maySwitchOn($0) }
            }, keeping: { _ in true })
    }
}

/// An output of a simulated chip.
final class SimulatedOutputLine: OutputLine {
    let identity: LineIdentity
    private var chip: SimulatedChip?

    init(_ identity: LineIdentity, of chip: SimulatedChip) {
        self.identity = identity
        self.chip = chip
    }

    deinit { release() }

    func set(_ isOn: Bool, at time: Duration) throws(GPIOError) {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.drive(identity, isOn, at: time)
    }

    func release() {
        chip?.letGo(identity.offset)
        chip = nil
    }
}

/// An input of a simulated chip.
final class SimulatedInputLine: InputLine {
    let identity: LineIdentity
    let isDebounced: Bool
    private var chip: SimulatedChip?

    init(_ identity: LineIdentity, of chip: SimulatedChip, isDebounced: Bool) {
        self.identity = identity
        self.chip = chip
        self.isDebounced = isDebounced
    }

    deinit { release() }

    var fileDescriptor: Int32? { chip?.descriptor(of: identity.offset) }
    var nextDeadline: Duration? { chip?.nextEdge(of: identity.offset) }

    func isActive(at time: Duration) throws(GPIOError) -> Bool {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.checkReading(identity)
        return chip.isClosed(identity.offset, at: time)
    }

    func edges(upTo now: Duration) throws(GPIOError) -> [Edge] {
        guard let chip else { preconditionFailure("\(identity) was released") }
        try chip.checkReading(identity)
        return chip.edges(of: identity.offset, upTo: now)
    }

    func release() {
        chip?.letGo(identity.offset)
        chip = nil
    }
}

import CMeasure

/// The time from before a sample is written until after it is read, when the reader is waiting for it.
enum OneWay {
    /// Nanoseconds, one figure a sample.
    static func trial(_ contender: Contender, race: Race) -> [Double] {
        let ring = Handle(contender.loops.make())
        let count = 1_000
        let sent = Times(count)
        let received = Times(count)
        _ = race.run(
            { contender.loops.send(ring.pointer, sent.values, count, 1_000) },
            { contender.loops.receive(ring.pointer, received.values, count) })
        contender.loops.free(ring.pointer)
        return (0..<count).map { Double(received.values[$0]) - Double(sent.values[$0]) }
    }
}

/// Times noted by a thread, one slot each.
final class Times: Sendable {
    nonisolated(unsafe) let values: UnsafeMutablePointer<UInt64>

    init(_ count: Int) {
        values = .allocate(capacity: count)
        values.initialize(repeating: 0, count: count)
    }

    deinit { values.deallocate() }
}

import CMeasure
import Synchronization

/// Samples a second from one thread to another, for one length of block.
///
/// What it says depends on how far apart the two processors are, which the round trip of memcpy tells: a virtual machine
/// that has been idle finds them near each other (100 ns there and back), one whose processors are both busy often far
/// (500 ns), and it may change in the middle of a run. Compare rings within one run only.
///
/// Far apart, what counts is how rarely the ends look at each other: see `Consumer.adaptDelay` for the figures.
enum Throughput {
    /// As many samples as take about two milliseconds.
    private static func sampleCount(_ block: Int) -> Int {
        switch block {
        case 1: 300_000
        case ..<64: 1_500_000
        default: 4_000_000
        }
    }

    static func trial(_ contender: Contender, block: Int, race: Race) -> (
        samplesPerSecond: Double, allocations: UInt64
    ) {
        let ring = Handle(contender.loops.make())
        let count = sampleCount(block) / block
        let wrong = Atomic(0)
        let result = race.run(
            { contender.loops.produce(ring.pointer, Pattern.shared.samples, block, count) },
            {
                wrong.store(
                    contender.loops.consume(
                        ring.pointer, Pattern.shared.samples, Target.second.samples, block, count),
                    ordering: .relaxed)
            })
        contender.loops.free(ring.pointer)
        verify(wrong.load(ordering: .relaxed), contender)
        return (Double(count * block) / result.nanoseconds * 1e9, result.allocations)
    }
}

/// A ring that goes to another thread; which of its loops may run where is the contender's word.
struct Handle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?

    init(_ pointer: UnsafeMutableRawPointer?) { self.pointer = pointer }
}

func verify(_ wrong: Int, _ contender: Contender) {
    guard wrong == 0 else {
        stop("\(contender.name) delivered \(wrong) blocks with other samples than were written")
    }
}

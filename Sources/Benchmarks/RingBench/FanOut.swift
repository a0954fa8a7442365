import CMeasure
import Synchronization

/// One writer and three readers, each with a ring of its own; the readers take turns on one processor.
enum FanOut {
    static let block = 160

    /// Samples a second, counted once though they arrive three times.
    static func trial(_ contender: Contender, race: Race) -> Double {
        let rings = Rings(contender.loops)
        let count = 1_500_000 / block
        let wrong = Atomic(0)
        let result = race.run(
            { contender.loops.scatter(rings.pointers, Pattern.shared.samples, block, count) },
            {
                wrong.store(
                    contender.loops.gather(
                        rings.pointers, Pattern.shared.samples, Target.second.samples, block, count),
                    ordering: .relaxed)
            })
        rings.free(contender.loops)
        verify(wrong.load(ordering: .relaxed), contender)
        return Double(count * block) / result.nanoseconds * 1e9
    }

    private struct Rings: @unchecked Sendable {
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 3)

        init(_ loops: measure_contender) {
            for ring in 0..<3 { (pointers + ring).initialize(to: loops.make()) }
        }

        func free(_ loops: measure_contender) {
            for ring in 0..<3 { loops.free(pointers[ring]) }
            pointers.deallocate()
        }
    }
}

import CMeasure
import Synchronization

/// The time a block takes to another thread and back.
enum RoundTrip {
    /// Nanoseconds, the mean of one trial's rounds.
    static func trial(_ contender: Contender, block: Int, race: Race) -> Double {
        let (there, back) = (Handle(contender.loops.make()), Handle(contender.loops.make()))
        let count = 4_000
        let wrong = Atomic(0)
        let result = race.run(
            {
                wrong.store(
                    contender.loops.ping(
                        there.pointer, back.pointer, Pattern.shared.samples, Target.first.samples, block,
                        count),
                    ordering: .relaxed)
            },
            { contender.loops.echo(there.pointer, back.pointer, Target.second.samples, block, count) })
        contender.loops.free(there.pointer)
        contender.loops.free(back.pointer)
        verify(wrong.load(ordering: .relaxed), contender)
        return result.nanoseconds / Double(count)
    }
}

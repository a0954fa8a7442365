import TestSupport
import Testing

@testable import Speech

/// What many wait for.
struct LatchTests {
    @Test(
        "All that wait go on once it has happened, the cancelled too, and who comes later does not wait",
        .timeLimit(.minutes(minutesOfAllTests)))
    func many() async {
        let latch = Latch()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await latch.wait() } }
            group.cancelAll()
            group.addTask { latch.open() }
        }
        await latch.wait()
    }
}

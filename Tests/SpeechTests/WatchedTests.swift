import TestSupport
import Testing

@testable import Speech

/// A value that tasks wait for a change of.
struct WatchedTests {
    @Test(
        "Of many that wait each finds its own, a cancelled one nothing, and none is forgotten",
        .timeLimit(.minutes(minutesOfAllTests)))
    func many() async {
        let numbers = Watched<Set<Int>>([])
        let cancelled = Task { await numbers.next { $0.contains(-1) ? true : nil } }
        await withTaskGroup(of: Int?.self) { group in
            for number in 0..<20 { group.addTask { await numbers.next { $0.remove(number) } } }
            for number in 0..<20 { group.addTask { numbers.change { $0.insert(number) }.memberAfterInsert } }
            var found: [Int] = []
            for await number in group { if let number { found.append(number) } }
            #expect(found.sorted() == (0..<20).flatMap { [$0, $0] })
        }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        numbers.change { $0 = [7] }
        let late = Task { await numbers.next { $0.first } }
        late.cancel()
        #expect(await late.value == 7, "what is there is found all the same")
    }

    private struct Broken: Error {}

    @Test("What looking throws ends the waiting")
    func throwing() async {
        let flag = Watched(false)
        let waiting = Task {
            try await flag.next { isSet throws -> Bool? in if isSet { throw Broken() } else { nil } }
        }
        flag.change { $0 = true }
        await #expect(throws: Broken.self) { try await waiting.value }
    }
}

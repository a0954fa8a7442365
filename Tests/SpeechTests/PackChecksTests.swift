import Dispatch
import ListeningSupport
import Models
import Synchronization
import Testing

@testable import Speech

/// How often packs' files are looked at.
@Suite struct PackChecksTests {
    @Test("Those that ask at the same time share one look, and a dictionary is read when somebody reads it")
    func once() throws {
        let looks = Looks()
        let checks = PackChecks { _, readingWhole in
            looks.add(readingWhole)
            return nil
        }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            try? checks.check(Fixture.pack, readingWhole: false)
        }
        #expect(looks.all == [false])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            try? checks.check(Fixture.pack, readingWhole: true)
        }
        try checks.check(Fixture.pack, readingWhole: false)
        #expect(looks.all == [false, true])
    }

    @Test("A pack that was not whole is looked at again")
    func broken() throws {
        let looks = Looks()
        let checks = PackChecks { _, readingWhole in
            looks.add(readingWhole)
            return looks.all.count == 1 ? .unknownLocale(asked: "xx", installed: []) : nil
        }
        #expect(throws: RecognitionError.self) { try checks.check(Fixture.pack, readingWhole: true) }
        try checks.check(Fixture.pack, readingWhole: true)
        try checks.check(Fixture.pack, readingWhole: true)
        #expect(looks.all.count == 2)
    }

    private final class Looks: Sendable {
        private let state = Mutex<[Bool]>([])
        var all: [Bool] { state.withLock { $0 } }
        func add(_ readingWhole: Bool) { state.withLock { $0.append(readingWhole) } }
    }
}

import Platform
import Synchronization
import Testing

@Suite(.serialized) struct LogTests {
    /// The levels at which a message was put together.
    private func written() -> [Log.Level] {
        var levels: [Log.Level] = []
        func note(_ level: Log.Level) -> String {
            levels.append(level)
            return "a test writes \(level)"
        }
        Log.error(note(.error), from: "test")
        Log.warning(note(.warning), from: "test")
        Log.notice(note(.notice), from: "test")
        Log.info(note(.info), from: "test")
        Log.debug(note(.debug), from: "test")
        return levels
    }

    @Test("What is less grave than the level is not even put together, and all else is written")
    func level() {
        #expect(Log.level == .notice)
        #expect(written() == [.error, .warning, .notice])
        Log.level = .debug
        defer { Log.level = .notice }
        #expect(written() == Log.Level.allCases)
    }
}

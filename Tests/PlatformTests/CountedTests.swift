import Platform
import Testing

@Suite struct CountedTests {
    @Test("One of something has no s, and any other number of it has", arguments: [0, 1, 2, -1, 21])
    func counted(_ count: Int) {
        #expect(count.counted("time") == (count == 1 ? "1 time" : "\(count) times"))
    }
}

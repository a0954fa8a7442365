import Platform
import Testing

@Suite("Waiting before the next attempt")
struct BackOffTests {
    @Test("Pauses double from the first to the longest, and begin anew once it has worked")
    func doubles() {
        var backOff = BackOff(Duration.milliseconds(100) ... .seconds(2))
        let pauses = (0..<7).map { _ in backOff.next() }
        #expect(pauses == [100, 200, 400, 800, 1_600, 2_000, 2_000].map { .milliseconds($0) })
        backOff.reset()
        #expect(backOff.next() == .milliseconds(100))
    }

    @Test("The earliest of moments is the first that comes; where none does there is none")
    func earliest() {
        let moments: [Duration?] = [nil, .seconds(3), .seconds(2), nil]
        #expect(moments.earliest == .seconds(2))
        let never: [Duration?] = [nil, nil]
        #expect(never.earliest == nil)
    }
}

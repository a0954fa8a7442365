import Platform
import Testing

@Suite struct RepetitionsTests {
    /// What is told of kinds that happen so often, for so long: by itself, and in numbers.
    private func told(
        every pause: Duration, for span: Duration, kinds: Int = 1
    ) -> (single: Int, reports: [(at: Duration, report: Repetitions.Report)]) {
        var repetitions = Repetitions()
        var single = 0
        var reports: [(at: Duration, report: Repetitions.Report)] = []
        var now = Duration.zero
        while now < span {
            if let report = repetitions.due(at: now) { reports.append((now, report)) }
            for kind in 0..<kinds where repetitions.admits("kind \(kind)", at: now) { single += 1 }
            now += pause
        }
        return (single, reports)
    }

    @Test("The first three of a kind are told, and the rest in numbers: after a minute, then ever less often")
    func backingOff() {
        let (single, reports) = told(every: .seconds(1), for: .seconds(86_400))
        #expect(single == 3)
        #expect(reports.count < 32)
        let pauses = zip(reports, reports.dropFirst()).map { $1.at - $0.at }
        #expect(reports.first?.report.span == .seconds(60))
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(pauses.last.map { $0 >= .seconds(3600) } == true)
        let counted = reports.flatMap(\.report.counts).reduce(0) { $0 + $1.count }
        #expect(counted > 86_400 - 3700)
    }

    @Test("However many kinds flap, a day has about thirty reports")
    func manyKinds() {
        #expect(told(every: .seconds(7), for: .seconds(86_400), kinds: 20).reports.count < 32)
    }

    @Test("What happens less often than once an hour is told each time")
    func seldom() {
        let (single, reports) = told(every: .seconds(3600), for: .seconds(86_400))
        #expect(single == 24 && reports.isEmpty)
    }

    @Test("After an hour of rest it begins anew")
    func rest() {
        var repetitions = Repetitions()
        for second in 0..<10_000 {
            _ = repetitions.admits("dust", at: .seconds(second))
            _ = repetitions.due(at: .seconds(second))
        }
        _ = repetitions.take(at: .seconds(10_000))
        let later = Duration.seconds(20_000)
        let isTold = (0..<6).map { _ in repetitions.admits("dust", at: later) }
        #expect(isTold == [true, true, true, false, false, false])
        let report = repetitions.due(at: later + .seconds(60))
        #expect(report?.counts.map(\.count) == [3])
    }

    @Test("The most frequent kind comes first, and kinds without end take no memory without end")
    func kinds() {
        var repetitions = Repetitions()
        for number in 0..<10_000 { _ = repetitions.admits("message \(number)", at: .zero) }
        for _ in 0..<20 { _ = repetitions.admits("message 1", at: .zero) }
        let report = repetitions.take(at: .zero)
        #expect(report?.counts.map(\.kind) == ["other messages", "message 1"])
        #expect(report?.counts.first.map { $0.count > 9_900 } == true)
    }
}

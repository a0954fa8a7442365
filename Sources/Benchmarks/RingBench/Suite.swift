/// Every contender through every benchmark, taking turns, so that whatever else the machine does meets all of them.
struct Suite {
    static let blocks = [1, 16, 64, 160, 1_024, 4_096]

    var blocks = Suite.blocks
    var contenders = Contender.all
    var trials = 31

    func run() -> Report {
        let race = Race()
        Pattern.warm()
        var report = Report(names: contenders.map(\.name), blocks: blocks)
        for block in blocks {
            var rates = contenders.map { _ in [Double]() }
            var rounds = rates
            var allocations = contenders.map { _ in UInt64(0) }
            takeTurns { index, contender in
                let result = Throughput.trial(contender, block: block, race: race)
                rates[index].append(result.samplesPerSecond)
                allocations[index] += result.allocations
                rounds[index].append(RoundTrip.trial(contender, block: block, race: race))
            }
            for (index, contender) in contenders.enumerated() {
                report.lines.append(
                    Report.Line(
                        ring: contender.name, block: block, samplesPerSecond: Distribution(rates[index]),
                        roundTrip: Distribution(rounds[index]), allocations: allocations[index]))
            }
        }
        var oneWay = contenders.map { _ in [Double]() }
        var fanOut = oneWay
        takeTurns { index, contender in
            oneWay[index] += OneWay.trial(contender, race: race)
            fanOut[index].append(FanOut.trial(contender, race: race))
        }
        report.oneWay = oneWay.map(Distribution.init)
        report.fanOut = fanOut.map(Distribution.init)
        report.wakeUp = Distribution((0..<trials).flatMap { _ in WakeUpTime.trial(race: race) })
        return report
    }

    /// `trials` rounds, each begun by another contender.
    private func takeTurns(_ trial: (Int, Contender) -> Void) {
        for round in 0..<trials {
            for step in contenders.indices {
                let index = (round + step) % contenders.count
                trial(index, contenders[index])
            }
        }
    }
}

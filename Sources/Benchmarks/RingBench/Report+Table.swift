extension Report {
    /// The figures as a table for a terminal, ours against the best other ring and against the limit last.
    var table: String {
        var text = ""
        text += table("Throughput, million samples a second: median (p10 to p90)") {
            spread($0.samplesPerSecond, scale: 1e-6)
        }
        text += table("Round trip, ns: median (p10 to p90)") { spread($0.roundTrip, scale: 1) }
        text += "Ours as a ratio (above 1 is better)\n" + row("block", blocks.map(String.init))
        if !rivals.isEmpty {
            text += row("to best rival", blocks.map { ratio(ratioToRivals($0)) })
            text += row("round trip", blocks.map { ratio(roundTripRatio($0)) })
        }
        text += row("to memcpy", blocks.map { ratio(ratioToLimit($0)) }) + "\n"

        text += row("", ["one way, ns", "3 readers", "allocations"])
        for name in names {
            let allocations = lines.filter { $0.ring == name }.map(\.allocations).reduce(0, +)
            text += row(
                name,
                [
                    oneWay(name).map { spread($0, scale: 1) } ?? "",
                    fanOut(name).map { spread($0, scale: 1e-6) } ?? "", "\(allocations)",
                ])
        }
        text += "\nWake-up of a sleeping reader, µs: \(spread(wakeUp, scale: 1e-3))\n"
        return text
    }

    /// A row a ring, a column a block.
    private func table(_ title: String, _ figure: (Line) -> String) -> String {
        let rows = names.map { name in row(name, blocks.map { line(name, $0).map(figure) ?? "" }) }
        return title + "\n" + row("block", blocks.map(String.init)) + rows.joined() + "\n"
    }

    func ratioToRivals(_ block: Int) -> Double? {
        let best = rivals.compactMap { line($0, block)?.samplesPerSecond.median }.max()
        return quotient(line(Contender.earshot.name, block)?.samplesPerSecond.median, best)
    }

    func ratioToLimit(_ block: Int) -> Double? {
        quotient(
            line(Contender.earshot.name, block)?.samplesPerSecond.median,
            line(Contender.limit.name, block)?.samplesPerSecond.median)
    }

    func roundTripRatio(_ block: Int) -> Double? {
        let best = rivals.compactMap { line($0, block)?.roundTrip.median }.min()
        return quotient(best, line(Contender.earshot.name, block)?.roundTrip.median)
    }

    private func quotient(_ a: Double?, _ b: Double?) -> Double? {
        if let a, let b, b > 0 { a / b } else { nil }
    }

    private func ratio(_ value: Double?) -> String { value.map { $0.text(2) } ?? "" }

    private func row(_ name: String, _ cells: [String]) -> String {
        name.padded(14) + cells.map { $0.padded(20, before: true) }.joined() + "\n"
    }
}

private func spread(_ figures: Distribution, scale: Double) -> String {
    let digits = figures.median * scale < 100 ? 1 : 0
    let (p10, p90) = (figures.p10 * scale, figures.p90 * scale)
    return "\((figures.median * scale).text(digits)) (\(p10.text(digits))–\(p90.text(digits)))"
}

extension Double {
    /// With a fixed number of digits after the point.
    func text(_ digits: Int) -> String {
        guard isFinite else { return "–" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = Int64((magnitude * scale).rounded())
        let sign = self < 0 && rounded > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(rounded)" }
        let fraction = String(rounded % Int64(scale))
        return
            "\(sign)\(rounded / Int64(scale)).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}

extension String {
    fileprivate func padded(_ width: Int, before: Bool = false) -> String {
        let fill = String(repeating: " ", count: max(0, width - count))
        return before ? fill + self : self + fill
    }
}

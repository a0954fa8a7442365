extension Report {
    /// The figures for another program: a list with an entry for each ring and length of block.
    var json: String {
        let entries = lines.map { line in
            let rates = line.samplesPerSecond
            return """
                  {"ring": "\(line.ring)", "block": \(line.block), \
                "msamples_per_s": \((rates.median * 1e-6).text(3)), \
                "p10": \((rates.p10 * 1e-6).text(3)), "p90": \((rates.p90 * 1e-6).text(3)), \
                "rtt_ns": \(line.roundTrip.median.text(1)), "allocations": \(line.allocations)}
                """
        }
        return "[\n" + entries.joined(separator: ",\n") + "\n]\n"
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A ring at one length of block, as other programs read it.
struct Figure: Codable {
    var ring: String
    /// Samples.
    var block: Int
    /// Million samples a second: the median, and what a tenth of the trials stayed below and above.
    var throughput: Double
    var p10: Double
    var p90: Double
    /// Nanoseconds there and back, the median.
    var roundTrip: Double
    /// Memory requests of both threads over all trials.
    var allocations: Int

    enum CodingKeys: String, CodingKey {
        case ring, block, p10, p90, allocations
        case throughput = "msamples_per_s"
        case roundTrip = "rtt_ns"
    }

    /// A list with an entry a line.
    static func json(_ figures: [Figure]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            let lines = try figures.map { "  " + String(decoding: try encoder.encode($0), as: UTF8.self) }
            return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        } catch {
            stop("the figures cannot be written as JSON: \(error)")
        }
    }

    static func list(json: [UInt8]) -> [Figure] {
        do {
            return try JSONDecoder().decode([Figure].self, from: Data(json))
        } catch {
            stop("these are no figures of a benchmark: \(error)")
        }
    }
}

extension Report {
    var figures: [Figure] {
        lines.map { line in
            let rates = line.samplesPerSecond
            return Figure(
                ring: line.ring, block: line.block, throughput: rounded(rates.median * 1e-6),
                p10: rounded(rates.p10 * 1e-6), p90: rounded(rates.p90 * 1e-6),
                roundTrip: rounded(line.roundTrip.median), allocations: Int(line.allocations))
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

import Platform

/// Reports every edge of some inputs as it comes, bounces included: for checking the wiring.
///
/// ```swift
/// let watch = try EdgeWatch(["GPIO27"], pull: .up, on: pinout, at: now)
/// for sighting in try watch.advance(to: now) { print(sighting) }
/// ```
///
/// One thread at a time may use it.
package final class EdgeWatch {
    /// An edge that came; printed, it is a line for people.
    package struct Sighting: Sendable, Hashable {
        /// The line, as it was asked for.
        package var line: String
        /// The voltage it went to: true is high.
        package var isHigh: Bool
        /// When, on the capture clock.
        package var at: Duration
        /// Since the edge of this line before; nil for the first.
        package var sinceLast: Duration?
    }

    private var inputs: [(line: any InputLine, last: Duration?)] = []

    /// Takes the lines.
    ///
    /// - Throws: what `Pinout.input` throws for the first line that cannot be opened.
    package init(_ names: [LineName], pull: Pull = .asIs, on pinout: Pinout, at now: Duration)
        throws(GPIOError)
    {
        for name in names {
            let line = try pinout.input(name, pull: pull, consumer: "earshot-pins")
            // A polled line learns here what is a change.
            _ = try line.isActive(at: now)
            inputs.append((line, nil))
        }
    }

    /// Poll these for reading.
    package var fileDescriptors: [Int32] { inputs.compactMap(\.line.fileDescriptor) }

    /// When to call `advance(to:)` although no descriptor is readable; nil for never.
    package var nextDeadline: Duration? { inputs.compactMap(\.line.nextDeadline).min() }

    /// The voltages now, in the order in which the lines were asked for: true is high.
    ///
    /// - Throws: `GPIOError.failed` if a line cannot be read.
    package func levels(at now: Duration) throws(GPIOError) -> [(line: String, isHigh: Bool)] {
        var levels: [(line: String, isHigh: Bool)] = []
        for input in inputs { levels.append((input.line.identity.name, try input.line.isActive(at: now))) }
        return levels
    }

    /// The edges up to this moment, oldest first.
    ///
    /// - Throws: `GPIOError.failed` if a line cannot be read.
    package func advance(to now: Duration) throws(GPIOError) -> [Sighting] {
        var sightings: [Sighting] = []
        for i in inputs.indices {
            for edge in try inputs[i].line.edges(upTo: now) {
                sightings.append(
                    Sighting(
                        line: inputs[i].line.identity.name, isHigh: edge.isActive, at: edge.at,
                        sinceLast: inputs[i].last.map { max(.zero, edge.at - $0) }))
                inputs[i].last = edge.at
            }
        }
        return sightings.sorted { $0.at < $1.at }
    }
}

extension EdgeWatch.Sighting: CustomStringConvertible {
    /// `  12.345678 s  GPIO27  low   0.8 ms after the last`
    package var description: String {
        let since = sinceLast.map { "  \($0.fixed(1, per: .milliseconds(1))) ms after the last" } ?? ""
        return "\(at.fixed(6, per: .seconds(1))) s  \(line)  \(isHigh ? "high" : "low ")\(since)"
    }
}

extension Duration {
    /// The count of `unit`s with so many decimals, cut off: `12.345678`.
    fileprivate func fixed(_ decimals: Int, per unit: Duration) -> String {
        let scale = (0..<decimals).reduce(Int64(1)) { product, _ in product * 10 }
        let count = nanoseconds / (unit.nanoseconds / scale)
        let fraction = String(count % scale)
        return "\(count / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}

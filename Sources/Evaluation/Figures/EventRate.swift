import Glibc

/// How often something happens in an hour, with the interval that the true rate lies in with 95 % confidence, for
/// events that come one by one (a Poisson process).
///
/// Source: Byar's approximation of the exact interval, in N. E. Breslow and N. E. Day, "Statistical Methods in Cancer
/// Research", volume 2, 1987, section 2.3; within 1 % of the exact limits from 5 events on.
///
/// ```swift
/// let alarms = EventRate(2, in: .seconds(4 * 3600))
/// print(alarms.perHour, alarms.interval)      // 0.5 and 0.06...1.8
/// ```
package struct EventRate: Sendable, Hashable {
    /// How many events there were, 0 or more.
    package var count: Int
    /// How long was watched.
    package var hours: Double

    /// - Parameters:
    ///   - count: how many events, 0 or more.
    ///   - span: the time that was watched.
    package init(_ count: Int, in span: Duration) {
        precondition(count >= 0)
        self.count = count
        hours = span / .seconds(3600)
    }

    /// Events an hour; 0 when no time was watched.
    package var perHour: Double { hours > 0 ? Double(count) / hours : 0 }

    /// The limits of the true rate, in events an hour; everything when no time was watched. Its upper limit says how
    /// rare the event is known to be: after nothing in an hour, up to 3.7 an hour are still possible.
    package var interval: ClosedRange<Double> {
        guard hours > 0 else { return 0...Double.infinity }
        func limit(_ n: Double, _ side: Double) -> Double {
            let root = 1 - 1 / (9 * n) + side * 1.959964 / (3 * n.squareRoot())
            return n * root * root * root / hours
        }
        // Where the exact limits are short, they are taken: the approximation has half of the lower one of a single event, and
        // 93 % of that of two.
        let lower =
            switch count {
            case 0: 0.0
            case 1: -log(0.975) / hours
            default: limit(Double(count), -1)
            }
        let upper = count == 0 ? -log(0.025) / hours : limit(Double(count) + 1, 1)
        return lower...upper
    }

    /// The same for JSON, which has no infinity: empty when no time was watched.
    package var limits: [Double] { hours > 0 ? [interval.lowerBound, interval.upperBound] : [] }
}

import Platform

/// Whether the processor is too warm, or slowed down by its supply, where the board tells.
package struct TemperatureCheck: HealthCheck {
    package let subject = "temperature"
    private let sensors: BoardSensors

    package init(_ sensors: BoardSensors = BoardSensors()) { self.sensors = sensors }

    /// Raspberry Pis slow down from 80 degrees on.
    private static let warm = 75.0

    package func examine() -> [Finding] {
        let degrees = sensors.temperature
        let text = degrees.map { "\(Int($0.rounded())) °C" } ?? "not told"
        var found: [Finding] = []
        if let throttling = sensors.throttling {
            if throttling.isUndervolted || throttling.wasUndervolted {
                found.append(
                    .warn(
                        "the supply \(throttling.isUndervolted ? "is" : "was") too weak",
                        "take the board's own power supply, and a short cable"))
            }
            if throttling.isSlowed || throttling.wasSlowed {
                found.append(
                    .warn(
                        "the processor \(throttling.isSlowed ? "is" : "was") slowed down (\(text))",
                        "cool it, or open its case"))
            }
        }
        if let degrees, degrees >= Self.warm, found.isEmpty {
            found.append(.warn(text, "cool it, or open its case: it slows down soon"))
        }
        return found.isEmpty && degrees != nil ? [.ok(text)] : found
    }
}

import Evaluation
import GPIO

/// Whether the lines that are configured are there, may be used, and are free.
package struct PinCheck: HealthCheck {
    package let subject = "pins"
    private let pins: [ConfigurationReview.Pin]
    private let pinout: Result<Pinout, GPIOError>
    private let isRunning: Bool

    /// - Parameters:
    ///   - pins: what is configured.
    ///   - pinout: this machine's chips, or why there are none.
    ///   - isRunning: whether an appliance runs, which holds its lines itself.
    package init(_ pins: [ConfigurationReview.Pin], on pinout: Result<Pinout, GPIOError>, isRunning: Bool) {
        self.pins = pins
        self.pinout = pinout
        self.isRunning = isRunning
    }

    package func examine() -> [Finding] {
        guard !pins.isEmpty else { return [.ok("none is configured")] }
        switch pinout {
        case .failure(let error): return [.fail("\(error)", "'earshot pins' lists what there is")]
        case .success(let pinout):
            let findings = pins.map { finding(of: $0, on: pinout) }
            let wrong = findings.filter { $0.level != .ok }
            return wrong.isEmpty
                ? [.ok(pins.map { "\($0.line) \($0.purpose)" }.joined(separator: ", "))] : wrong
        }
    }

    private func finding(of pin: ConfigurationReview.Pin, on pinout: Pinout) -> Finding {
        do {
            let (chip, line) = try pinout.locate(pin.line)
            guard let holder = try chip.holder(at: line.offset), !holder.consumer.hasPrefix("earshot") else {
                return .ok("")
            }
            return .fail(
                "\(pin.line), \(pin.purpose), is held by \(holder)",
                isRunning
                    ? "end that program, then 'sudo systemctl restart earshot'"
                    : "end that program, or take another line")
        } catch {
            return .fail("\(pin.line), \(pin.purpose): \(error)", "'earshot pins' lists every line")
        }
    }
}

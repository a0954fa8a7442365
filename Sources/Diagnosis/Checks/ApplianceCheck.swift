import Appliance
import EventSocket
import Platform

/// How the running appliance says that it is.
package struct ApplianceCheck: HealthCheck {
    package let subject = "appliance"
    private let status: ApplianceStatus?
    private let refusal: String?

    /// - Parameters:
    ///   - status: nil where none answers.
    ///   - refusal: why it does not, although one runs.
    package init(_ status: ApplianceStatus?, refusal: String? = nil) {
        self.status = status
        self.refusal = refusal
    }

    package func examine() -> [Finding] {
        guard let status else {
            return refusal.map {
                [.warn("it does not say how it is: \($0)", "or ask as root: 'sudo earshot doctor'")]
            }
                ?? []
        }
        switch status.state {
        case "fault":
            return [.fail("in fault", "'journalctl -u earshot -p err -n 5' says what must work and does not")]
        case "unavailable": return [.fail("cannot hear", "see 'microphone'")]
        case "muted":
            return [.warn("muted", status.muted ? "earshot unmute" : "turn its mute switch")]
        case let state:
            return outputs(status) + [.ok("\(state), \(status.counters.commands.counted("command")) done")]
        }
    }

    private func outputs(_ status: ApplianceStatus) -> [Finding] {
        status.outputs.filter { $0.isOn == nil }.map {
            .fail(
                "output '\($0.name)' does not obey its line", "check its wiring, and the chip that it is on")
        }
    }
}

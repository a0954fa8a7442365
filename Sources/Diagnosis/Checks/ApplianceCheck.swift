import Appliance
import EventSocket
import Platform

/// How the running appliance says that it is.
package struct ApplianceCheck: HealthCheck {
    package let subject = "appliance"
    private let status: ApplianceStatus?
    private let refusal: Refusal?

    /// Why an appliance that runs does not say how it is.
    package enum Refusal: Sendable, Hashable {
        /// Its configuration says `socket: off`.
        case socketOff
        /// Asking it came to this.
        case error(String)
    }

    /// - Parameters:
    ///   - status: nil where none answers.
    ///   - refusal: why it does not, although one runs.
    package init(_ status: ApplianceStatus?, refusal: Refusal? = nil) {
        self.status = status
        self.refusal = refusal
    }

    package func examine() -> [Finding] {
        guard let status else {
            return switch refusal {
            case nil: []
            case .socketOff:
                [
                    .warn(
                        "it does not say how it is, as 'socket:' is off",
                        "remove 'socket: off' to have it asked")
                ]
            case .error(let error):
                [.warn("it does not say how it is: \(error)", "or ask as root: 'sudo earshot doctor'")]
            }
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

import Appliance
import Capture
import EventSocket

/// Whether there is a microphone, and who may use it, and does.
package struct MicrophoneCheck: HealthCheck {
    package let subject = "microphone"
    private let cards: [SoundCard]
    private let access: MicrophoneAccess
    private let status: ApplianceStatus?

    /// - Parameters:
    ///   - cards: those that can record.
    ///   - access: whether this user may.
    ///   - status: how the appliance is; nil where none runs.
    package init(cards: [SoundCard], access: MicrophoneAccess, status: ApplianceStatus?) {
        self.cards = cards
        self.access = access
        self.status = status
    }

    package func examine() -> [Finding] {
        if let microphone = status?.microphone {
            return [microphone.available ? held(microphone) : away(microphone)]
        }
        if case .denied(let group) = access {
            return [
                .fail(
                    "this user may not record",
                    "sudo adduser $USER \(group), then log in again, or ask as root")
            ]
        }
        let devices = cards.flatMap(\.devices)
        guard !devices.isEmpty else {
            return [.fail("there is none", "plug in a USB one, or switch on the sound board's driver")]
        }
        return devices.map { device in
            // Whether that is the one that is meant, listening to it tells: ``SoundCheck``.
            let use = device.holder.map { "; in use by \($0)" } ?? ""
            return .ok("\(device.pcmName), \(device.name)\(use)")
        }
    }

    private func held(_ microphone: ApplianceStatus.Microphone) -> Finding {
        switch microphone.problem {
        case nil: .ok("\(microphone.source); the appliance has it")
        case "silent":
            .fail(
                "\(microphone.source) gives nothing but silence", "is it muted, or its cable broken?")
        case "muted": .fail("\(microphone.source) is muted by the mixer", "raise it with 'alsamixer'")
        case let problem?:
            .warn("\(microphone.source) is \(problem)", "lower 'capture: volume', or step back")
        }
    }

    private func away(_ microphone: ApplianceStatus.Microphone) -> Finding {
        .fail(
            "it cannot be heard: \(microphone.reason ?? "the appliance waits for it")",
            "plug it in; 'earshot devices' lists what there is")
    }
}

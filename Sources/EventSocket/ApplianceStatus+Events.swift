extension ApplianceStatus {
    /// Something has happened: what an event tells of it is so from now on. Of what no event tells, such as who muted it, only the
    /// next status does.
    package mutating func follow(_ event: SocketEvent) {
        switch event.event {
        case "state":
            if let state = event.state { self.state = state }
        case "output":
            guard let index = outputs.firstIndex(where: { $0.name == event.name }) else { return }
            outputs[index].isOn = event.isOn
        case "availability":
            let isAvailable = event.available ?? false
            microphone = Microphone(
                available: isAvailable, source: event.source ?? "", reason: isAvailable ? nil : event.reason)
        default: break
        }
    }
}

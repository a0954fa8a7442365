/// What is done while the recording light does not obey.
extension Appliance {
    /// What must work does not: nothing is kept until it does.
    func fail(_ message: String) {
        guard !fault.isPending else { return }
        emit(.warning(message))
        service.failed(because: message)
        fault.schedule(after: clock.now)
        handle(.failed)
    }

    /// Proceeds if the lights obey again.
    func retryLights(at now: Duration) {
        do {
            try devices.lights.show(machine.state, at: now)
            fault.cancel()
            handle(.mended)
        } catch {
            fault.schedule(after: now)
        }
    }
}

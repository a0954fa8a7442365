/// What is done while the recording light does not obey.
extension Appliance {
    /// What must work does not: nothing is kept until it does.
    func fail(_ message: String) {
        guard faultRetryAt == nil else { return }
        emit(.warning(message))
        trouble = message
        faultRetryAt = clock.now + .seconds(2)
        handle(.failed)
    }

    /// Goes on if the lights obey again.
    func tryAgain(at now: Duration) {
        do {
            try devices.lights.show(machine.state, at: now)
            faultRetryAt = nil
            handle(.mended)
        } catch {
            faultRetryAt = now + .seconds(2)
        }
    }
}

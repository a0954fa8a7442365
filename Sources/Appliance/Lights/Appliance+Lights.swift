/// What the lights show, and what is told of them.
extension Appliance {
    /// Shows the state on the lights; false when a light that shows recording does not obey, and the state is
    /// now a fault: one that stays dark would hide what is kept, and one that stays lit says what is not so.
    @discardableResult
    func show(_ state: ApplianceState) -> Bool {
        do {
            try devices.lights.show(state, at: clock.now)
        } catch {
            failLight(error)
            return false
        }
        showLights(at: clock.now)
        return machine.state == state
    }

    func showLights(at now: Duration) {
        do {
            report(try devices.lights.advance(to: now))
        } catch {
            failLight(error)
        }
    }

    func report(_ changes: [LightPanel.Change]) {
        for change in changes where options.tellsBlinks || !change.isBlink {
            emit(.led(name: change.light.rawValue, on: change.isOn, pattern: change.signal.name))
        }
    }

    private func failLight(_ error: any Error) {
        fail("\(error); nothing is recorded until its light obeys")
    }
}

import Capture

/// What mutes the microphone, now and from one start to the next.
extension Appliance {
    func mute(byRequest isMuted: Bool) {
        muting.byRequest = isMuted
        keepMute(by: .request, isMuted)
        muteChanged()
    }

    func mute(bySwitch isMuted: Bool) {
        muting.bySwitch = isMuted
        keepMute(by: .press, devices.buttons.isMutedByPress)
        muteChanged()
    }

    /// At the start: mutes by its switch, and by what muted it before.
    func muteAsBefore() {
        if wasMuted(by: .press) {
            if devices.buttons.muteByPress() {
                emit(
                    .warning(
                        "the microphone was muted by its button before the last start, and stays so; press the button to end that"
                    ))
            } else {
                // There is no such button any more, and one that is added later was never pressed.
                keepMute(by: .press, false)
            }
        }
        if devices.buttons.isMuted { mute(bySwitch: true) }
        // Where nothing can end it, it has ended.
        if wasMuted(by: .request), configuration.socket.location != nil {
            emit(
                .warning(
                    "the microphone was muted before the last start, and stays so; 'earshot unmute' ends that"
                ))
            mute(byRequest: true)
        }
    }

    private func wasMuted(by means: KeptMute.Means) -> Bool { kept(means)?.isOn == true }

    private func keepMute(by means: KeptMute.Means, _ isOn: Bool) {
        if let problem = kept(means)?.keep(isOn) { emit(.warning(problem)) }
    }

    private func kept(_ means: KeptMute.Means) -> KeptMute? {
        options.opensSocket ? KeptMute(by: means, in: options.runtimeFolder) : nil
    }

    private func muteChanged() {
        if input.isLive { MicrophoneAvailability[.appliance(ObjectIdentifier(self))] = muting.reason }
        handle(.muted(muting.isOn))
    }
}

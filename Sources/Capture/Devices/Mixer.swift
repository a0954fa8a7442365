import CALSA
import Glibc

/// A card's capture controls: volume and switch.
enum Mixer {
    /// One control, as it stands.
    struct Control: Equatable {
        var name: String
        /// Percent of its range; nil when it has no volume.
        var volume: Int?
        /// nil when it has no switch.
        var isOn: Bool?
    }

    /// Sets what `options` ask for on the card behind a PCM, each as far as there is a control for it.
    ///
    /// - Returns: The control that keeps all sound out, if one does; and a `mixerFailed` for each thing that was asked for in vain.
    static func apply(_ options: DeviceOptions, to pcmName: String) -> (
        muting: String?, failures: [CaptureError]
    ) {
        let isAsked = options.volume != nil || options.isSwitchedOn != nil
        func failure(_ reason: String) -> CaptureError { .mixerFailed(name: pcmName, reason: reason) }
        guard let address = PCMAddress(pcmName) else {
            return (nil, isAsked ? [failure("only a card has a mixer; ask for the card by its name")] : [])
        }
        guard let mixer = CardMixer(card: address.card) else {
            return (nil, isAsked ? [failure("it does not open")] : [])
        }
        var failures: [CaptureError] = []
        if let volume = options.volume, !mixer.set(volume: volume) {
            failures.append(failure("it has no capture volume; leave 'volume' out"))
        }
        if let isOn = options.isSwitchedOn, !mixer.set(isOn: isOn) {
            failures.append(failure("it has no capture switch; leave 'switch' out"))
        }
        return (mutingControl(among: mixer.controls), failures)
    }

    /// The control that keeps all sound out: every switch is off, or every volume at zero.
    static func mutingControl(among controls: [Control]) -> String? {
        let switches = controls.filter { $0.isOn != nil }
        if let first = switches.first, switches.allSatisfy({ $0.isOn == false }) { return first.name }
        let volumes = controls.filter { $0.volume != nil }
        if let first = volumes.first, volumes.allSatisfy({ $0.volume == 0 }) { return first.name }
        return nil
    }

    /// Between percent and a control's own steps.
    static func raw(percent: Int, in range: ClosedRange<Int>) -> Int {
        let percent = min(max(percent, 0), 100)
        return range.lowerBound + (range.count - 1) * percent / 100
    }

    static func percent(raw: Int, in range: ClosedRange<Int>) -> Int {
        range.count <= 1 ? 100 : (raw - range.lowerBound) * 100 / (range.count - 1)
    }
}

/// alsa-lib's simple mixer of one card, open.
private struct CardMixer: ~Copyable {
    private let handle: OpaquePointer

    init?(card: Int) {
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let opened else { return nil }
        guard snd_mixer_attach(opened, "hw:\(card)") == 0, snd_mixer_selem_register(opened, nil, nil) == 0,
            snd_mixer_load(opened) == 0
        else {
            snd_mixer_close(opened)
            return nil
        }
        handle = opened
    }

    deinit { snd_mixer_close(handle) }

    /// The controls of recording. A boost is left alone: it belongs to the microphone, not to the volume.
    private var elements: [OpaquePointer] {
        var found: [OpaquePointer] = []
        var element = snd_mixer_first_elem(handle)
        while let current = element {
            let records =
                snd_mixer_selem_has_capture_volume(current) != 0
                || snd_mixer_selem_has_capture_switch(current) != 0
            let name = String(cString: snd_mixer_selem_get_name(current))
            if records, snd_mixer_selem_is_active(current) != 0, !name.contains("Boost") {
                found.append(current)
            }
            element = snd_mixer_elem_next(current)
        }
        return found
    }

    var controls: [Mixer.Control] {
        elements.map { element in
            var control = Mixer.Control(name: String(cString: snd_mixer_selem_get_name(element)))
            if let range = Self.range(element) {
                var value = 0
                snd_mixer_selem_get_capture_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &value)
                control.volume = Mixer.percent(raw: value, in: range)
            }
            if snd_mixer_selem_has_capture_switch(element) != 0 {
                var value: Int32 = 0
                snd_mixer_selem_get_capture_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &value)
                control.isOn = value != 0
            }
            return control
        }
    }

    /// Whether there was a volume to set.
    func set(volume percent: Int) -> Bool {
        var isSet = false
        for element in elements {
            guard let range = Self.range(element) else { continue }
            let value = Mixer.raw(percent: percent, in: range)
            isSet = snd_mixer_selem_set_capture_volume_all(element, value) == 0 || isSet
        }
        return isSet
    }

    /// Whether there was a switch to set.
    func set(isOn: Bool) -> Bool {
        var isSet = false
        for element in elements where snd_mixer_selem_has_capture_switch(element) != 0 {
            isSet = snd_mixer_selem_set_capture_switch_all(element, isOn ? 1 : 0) == 0 || isSet
        }
        return isSet
    }

    private static func range(_ element: OpaquePointer) -> ClosedRange<Int>? {
        guard snd_mixer_selem_has_capture_volume(element) != 0 else { return nil }
        var (least, most) = (0, 0)
        guard snd_mixer_selem_get_capture_volume_range(element, &least, &most) == 0, least <= most else {
            return nil
        }
        return least...most
    }
}

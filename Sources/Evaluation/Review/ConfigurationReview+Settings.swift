import Appliance
import Capture
import Configuration
import GPIO
import Grammar
import Models

/// Settings that are understood, and may yet not do what was meant.
extension ConfigurationReview {
    /// Devices that go by the number of a card, which may change at every start, with the section that names them.
    package var numberedDevices: [(section: String, device: String)] {
        namedDevices.filter { SoundCard.isNumbered($0.device) }
    }

    /// Devices that this machine does not have at the moment, with the section that names them. One that goes by a number is
    /// told of already.
    package var missingDevices: [(section: String, device: String)] {
        let cards = SoundCard.present()
        return namedDevices.filter { section, device in
            if SoundCard.isNumbered(device) || SoundCard.isKnown(pcm: device) { return false }
            // Only of a microphone a part of its card's name is enough.
            return section != "capture" || !cards.contains { $0.isMeant(by: device) }
        }
    }

    /// What the environment asks for in a language that is not installed, where the configuration names none: the variable,
    /// and the locale in it.
    package var unspokenLocale: (variable: String, locale: LocaleTag)? {
        guard configuration.locale == nil, pack != nil else { return nil }
        return ModelPack.unspokenLocale(among: ModelPack.installed())
    }

    /// Devices that the configuration names, each with the section that does.
    package var namedDevices: [(section: String, device: String)] {
        [("capture", configuration.capture.name), ("voice", configuration.voice?.device)]
            .compactMap { section, device in device.map { (section, $0) } }
    }

    /// Pauses under `limits:` that make a whole command wait longer than what is none: the key, and the one that it exceeds.
    package var invertedPauses: [(key: String, other: String)] {
        let limits = configuration.limits
        guard limits.endpointing == .grammar, configuration.recognize == .commands else { return [] }
        var found: [(key: String, other: String)] = []
        if limits.pauseAfterCommand > limits.pause { found.append(("pause_after_command", "pause")) }
        if limits.pause > limits.longestPause { found.append(("pause", "longest_pause")) }
        return found
    }

    /// Commands that are never done, as nothing is ever as likely as their `trust` asks; in the order of the file.
    package var neverBelieved: [String] {
        configuration.commands.filter(\.trust.acceptsNothing).map(\.name)
    }

    /// Commands that any sound is taken for, as nothing is so unlikely that their `trust` refuses it; in the order of the file.
    package var alwaysBelieved: [String] {
        configuration.commands.filter(\.trust.acceptsAll).map(\.name)
    }

    /// Outputs that are never on: no command moves them, no program may, and they are off at the start, at the end and at a fault.
    /// In the order of the file.
    package var unusedOutputs: [String] {
        if configuration.socket.switchesOutputs { return [] }
        let moved = Set(configuration.commands.flatMap(\.steps).compactMap(\.output))
        return configuration.outputs
            .filter { !$0.isOnInitially && !$0.isOnAtExit && $0.atFault == .off && !moved.contains($0.name) }
            .map(\.name)
    }

    /// After how long a talk button that is held while one speaks drops what was said; nil where it never does.
    package var talkTimeBeforeCancel: Duration? {
        guard let talk = configuration.buttons[.talk], talk.mode == .hold else { return nil }
        return talk.cancelAfter
    }

    /// An example whose time the output never stays on for: from ``impossibleTimes``.
    package struct ImpossibleTime: Sendable, Hashable {
        /// The command's name.
        package var command: String
        /// The words, with spaces between them.
        package var sentence: String
        /// The output's name.
        package var output: String
        /// The key of the limit, `max_on` or `min_dwell`, and its value.
        package var limit: String
        package var value: Duration
    }

    /// Of each command the first of its ``samples`` that is refused, since the output's rules never allow the time it asks for.
    package var impossibleTimes: [ImpossibleTime] {
        samples.compactMap { name, sentences in
            let steps = configuration.commands.first { $0.name == name }?.steps ?? []
            return sentences.lazy.compactMap { sample in impossibleTime(of: name, steps, sample) }.first
        }
    }

    private func impossibleTime(of command: String, _ steps: [OutputStep], _ sample: Sample)
        -> ImpossibleTime?
    {
        for case .onFor(let name, .slot(let slot)) in steps {
            guard case .duration(let span)? = sample.slots[slot],
                let output = configuration.outputs.first(where: { $0.name == name }),
                let limit = output.limit(brokenBy: span)
            else { continue }
            return ImpossibleTime(
                command: command, sentence: sample.sentence, output: name, limit: limit.key,
                value: limit.value)
        }
        return nil
    }
}

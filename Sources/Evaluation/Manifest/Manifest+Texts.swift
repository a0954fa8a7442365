import Appliance
import Grammar
import Utterance

extension Manifest {
    /// The same recordings, those whose text is a command of the configuration labelled with that command; numbers in digits are taken
    /// as they are said.
    ///
    /// - Parameter aspect: Of `.commands`, a text of a command alone is one, although the configuration has wake phrases.
    package func understanding(
        _ configuration: ApplianceConfiguration, aspect: Aspect = .everything
    ) -> Manifest {
        guard let grammar = configuration.grammar else { return self }
        func command(_ words: [String], after phrase: String?) -> Label? {
            grammar.parse(words).first.map {
                .command($0.command, slots: $0.slots.mapValues(\.description), wake: phrase)
            }
        }
        func understood(_ words: [String]) -> Label? {
            // Of "okay" and "okay workshop", that which leaves a command.
            let woken = configuration.wake.lazy.filter { words.starts(with: $0.words) }
                .compactMap { command(Array(words.dropFirst($0.words.count)), after: $0.text) }
            if let label = woken.first { return label }
            let needsPhrase = aspect != .commands && !configuration.wake.isEmpty
            return needsPhrase ? nil : command(words, after: nil)
        }
        let known = configuration.words
        let numbers = DigitReadings(of: self, in: configuration)
        var manifest = self
        for (index, clip) in clips.enumerated() {
            guard let text = clip.words else { continue }
            let readings = numbers.readings(of: Self.words(text, of: known))
            manifest.clips[index].words = readings[0]
            guard case .text = clip.label else { continue }
            manifest.clips[index].label = .text(readings[0])
            for words in readings {
                guard let label = understood(words) else { continue }
                manifest.clips[index].words = words
                manifest.clips[index].label = label
                break
            }
        }
        return manifest
    }
}

import Appliance
import Grammar
import Utterance

extension Manifest {
    /// The same recordings, those whose text is a command of the configuration labelled with that command.
    ///
    /// - Parameter isWoken: A text of a command alone is one, although the configuration has wake phrases.
    package func understanding(_ configuration: ApplianceConfiguration, isWoken: Bool) -> Manifest {
        guard let grammar = configuration.grammar else { return self }
        func command(_ words: [String], after phrase: String?) -> Label? {
            grammar.parse(words).first.map {
                .command($0.command, slots: $0.slots.mapValues(\.description), wake: phrase)
            }
        }
        let known = configuration.words
        var manifest = self
        for (index, clip) in clips.enumerated() {
            manifest.clips[index].words = clip.words.map { Self.words($0, of: known) }
            guard case .text(let text) = clip.label else { continue }
            let words = Self.words(text, of: known)
            // Of "okay" and "okay workshop", that which leaves a command.
            let woken = configuration.wake.lazy.filter { words.starts(with: $0.words) }
                .compactMap { command(Array(words.dropFirst($0.words.count)), after: $0.text) }
            if let label = woken.first {
                manifest.clips[index].label = label
            } else if isWoken || configuration.wake.isEmpty, let label = command(words, after: nil) {
                manifest.clips[index].label = label
            }
        }
        return manifest
    }
}

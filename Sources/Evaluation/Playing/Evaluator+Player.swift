import Appliance
import Utterance

extension Evaluator {
    /// What one worker plays recordings with.
    final class Player {
        let appliance: OfflineAppliance
        private let configuration: ApplianceConfiguration
        private let words: Set<String>
        private var alignment = Alignment.unmade
        /// Made when it is first needed.
        private enum Alignment {
            case unmade
            case made(EndOfSpeechAligner)
            /// None of the words has a pronunciation.
            case impossible
        }

        init(_ configuration: ApplianceConfiguration, words: Set<String>) {
            // Labels have words as they are said.
            var spoken = configuration
            spoken.dictation.writing = .raw
            appliance = OfflineAppliance(spoken)
            self.configuration = configuration
            self.words = words
        }

        /// What sounds like a wake phrase in a recording, in frames since its beginning, whatever was played before.
        func places(
            in clip: Manifest.Clip, _ noise: NoiseMix?, index: Int
        ) throws(EvaluationError) -> [WakeDetection] {
            let listening = OfflineWakeListening(configuration: configuration)
            return try listening.search(clip.path, noise: noise, index: index).found.map { detection, place in
                var detection = detection
                detection.start = UInt64(max(0, place.lowerBound))
                detection.end = UInt64(max(0, place.upperBound))
                return detection
            }
        }

        func end(of sentence: [String], in clip: Manifest.Clip) throws(EvaluationError) -> Duration? {
            try lastWord()?.end(of: sentence, in: clip.path)
        }

        private func lastWord() throws(EvaluationError) -> EndOfSpeechAligner? {
            switch alignment {
            case .made(let lastWord): return lastWord
            case .impossible: return nil
            case .unmade:
                let lastWord = try EndOfSpeechAligner(configuration, words: words)
                alignment = lastWord.map { .made($0) } ?? .impossible
                return lastWord
            }
        }
    }
}

import Appliance
import Decoding
import Models

/// When the last word of a recording ended, whatever the recognizer under test made of it.
///
/// Owned by one thread.
final class EndOfSpeechAligner {
    private let aligner: ForcedAligner

    /// Nil when none of the words has a pronunciation.
    ///
    /// - Parameter words: all that may be asked for; those without a pronunciation are left out.
    init?(_ configuration: ApplianceConfiguration, words: Set<String>) throws(EvaluationError) {
        do {
            let pack = try configuration.modelPack()
            let lexicon = try configuration.lexicon(of: words, from: pack)
            let known = Set(lexicon.entries.map(\.word))
            guard !known.isEmpty else { return nil }
            aligner = try ForcedAligner(
                words: known, dictionary: lexicon.text, acousticModel: pack.acousticModel,
                sampleRate: pack.sampleRate)
        } catch {
            throw .recording(reason: "\(error)")
        }
    }

    /// The end of `sentence` in the recording at `path`, from its beginning on; nil when it is not to be found.
    func end(of sentence: [String], in path: String) throws(EvaluationError) -> Duration? {
        let samples = try WholeRecording.samples(of: path)
        do {
            return try aligner.align(sentence, to: samples)?.last?.end
        } catch {
            throw .recording(reason: "\(error)")
        }
    }
}

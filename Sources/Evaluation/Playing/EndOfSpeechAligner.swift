import Appliance
import Capture
import Decoding
import Models
import Platform

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

    /// The end of `sentence` in the recording at `path`, from its beginning on, as far as there is anything to hear of it: an alignment
    /// takes the quiet after the last word for its last sound, of half of 61 orders 80 ms and more. Nil when it is not to be found.
    func end(of sentence: [String], in path: String) throws(EvaluationError) -> Duration? {
        let samples = try WholeRecording.samples(of: path)
        let words: [RecognizedWord]?
        do {
            words = try aligner.align(sentence, to: samples)
        } catch {
            throw .recording(reason: "\(error)")
        }
        guard let end = words?.last?.end else { return nil }
        let rate = AudioFormat.recognition.sampleRate
        let last = min(Int(end.frames(at: rate)), samples.count)
        return AudibleFrames(in: samples).end(before: last).map { .frames(UInt64($0), at: rate) }
    }
}

import Appliance
import Capture
import Platform

extension Manifest {
    /// Looks, before anything is played, whether every recording can be opened and every label can come true with a
    /// configuration.
    ///
    /// - Parameter isOfPhrasesOnly: Labels of commands are not looked at.
    /// - Returns: How long all recordings are together, as far as their headers tell.
    /// - Throws: `EvaluationError.line` for the line where one cannot, or `EvaluationError.lines` for all of them.
    @discardableResult
    func check(
        against configuration: ApplianceConfiguration, isOfPhrasesOnly: Bool = false
    ) throws(EvaluationError) -> Duration {
        let check = LabelCheck(configuration)
        var length = Duration.zero
        let faults = clips.compactMap { clip -> EvaluationError? in
            let label = isOfPhrasesOnly ? clip.label.wakePhrase.map(Label.wake) ?? .nothing : clip.label
            if let mistake = check.mistake(in: label) {
                return .line(path: path, number: clip.line, reason: mistake)
            }
            do {
                let file = try AudioFile(path: clip.path)
                length += file.frameCount.map { .frames($0, at: file.format.sampleRate) } ?? .zero
                return nil
            } catch {
                return fault(of: clip, error)
            }
        }
        guard let first = faults.first else { return length }
        throw faults.count == 1 ? first : .lines(faults)
    }

    /// Why a recording cannot be used, with its line.
    func fault(of clip: Clip, _ error: any Error) -> EvaluationError {
        .line(path: path, number: clip.line, reason: "\(error)")
    }
}

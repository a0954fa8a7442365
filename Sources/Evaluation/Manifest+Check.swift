import Appliance
import Capture

extension Manifest {
    /// Looks, before anything is played, whether every recording can be opened and every label can come true with a
    /// configuration.
    ///
    /// - Parameter isOfPhrasesOnly: Labels of commands are not looked at.
    /// - Throws: `EvaluationError.line` for the line where one cannot, or `EvaluationError.lines` for all of them.
    func check(
        against configuration: ApplianceConfiguration, isOfPhrasesOnly: Bool = false
    ) throws(EvaluationError) {
        let check = LabelCheck(configuration)
        let faults = clips.compactMap { clip -> EvaluationError? in
            let label = isOfPhrasesOnly ? clip.label.wakePhrase.map(Label.wake) ?? .nothing : clip.label
            if let mistake = check.mistake(in: label) {
                return .line(path: path, number: clip.line, reason: mistake)
            }
            do {
                _ = try AudioFile(path: clip.path)
                return nil
            } catch {
                return fault(of: clip, error)
            }
        }
        guard let first = faults.first else { return }
        throw faults.count == 1 ? first : .lines(faults)
    }

    /// Why a recording cannot be used, with its line.
    func fault(of clip: Clip, _ error: any Error) -> EvaluationError {
        .line(path: path, number: clip.line, reason: "\(error)")
    }
}

import Capture
import Station

extension Manifest {
    /// Looks, before anything is played, whether every recording can be opened and every label can come true with a
    /// configuration.
    ///
    /// - Parameter isOfPhrasesOnly: Labels of commands are not looked at.
    /// - Throws: `EvaluationError.line` for the first line where one cannot.
    func check(
        against configuration: Configuration, isOfPhrasesOnly: Bool = false
    ) throws(EvaluationError) {
        let check = LabelCheck(configuration)
        for clip in clips {
            let label = isOfPhrasesOnly ? clip.label.wakePhrase.map(Label.wake) ?? .nothing : clip.label
            if let mistake = check.mistake(in: label) {
                throw .line(path: path, number: clip.line, reason: mistake)
            }
            do {
                _ = try AudioFile(path: clip.path)
            } catch {
                throw fault(of: clip, error)
            }
        }
    }

    /// Why a recording cannot be used, with its line.
    func fault(of clip: Clip, _ error: any Error) -> EvaluationError {
        .line(path: path, number: clip.line, reason: "\(error)")
    }
}

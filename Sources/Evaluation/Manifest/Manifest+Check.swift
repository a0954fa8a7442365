import Appliance
import Capture
import Platform

extension Manifest {
    /// Looks, before anything is played, whether every recording can be opened and every label can come true with a
    /// configuration.
    ///
    /// - Parameter aspect: Of `.phrases`, labels of commands are not looked at.
    /// - Returns: How long all recordings are together, as far as their headers tell.
    /// - Throws: `EvaluationError.line` for the line where one cannot, or `EvaluationError.lines` for all of them.
    @discardableResult
    func check(
        against configuration: ApplianceConfiguration, aspect: Aspect = .everything
    ) throws(EvaluationError) -> Duration {
        let check = LabelCheck(configuration)
        var length = Duration.zero
        var faults: [EvaluationError] = []
        for clip in clips {
            let label = aspect == .phrases ? clip.label.wakePhrase.map(Label.wake) ?? .nothing : clip.label
            if let mistake = check.mistake(in: label)
                ?? clip.words.flatMap({ check.mistake(in: $0, besides: label) })
            {
                faults.append(.line(path: path, number: clip.line, reason: mistake))
                continue
            }
            do {
                length += try Self.duration(of: clip)
            } catch {
                faults.append(fault(of: clip, error))
            }
        }
        guard let first = faults.first else { return length }
        throw faults.count == 1 ? first : .lines(faults)
    }

    /// Zero where its file does not say it.
    private static func duration(of clip: Clip) throws(CaptureError) -> Duration {
        let file = try AudioFile(path: clip.path)
        guard let count = file.frameCount else { return .zero }
        return .frames(count, at: file.format.sampleRate)
    }

    /// Why a recording cannot be used, with its line.
    func fault(of clip: Clip, _ error: any Error) -> EvaluationError {
        .line(path: path, number: clip.line, reason: "\(error)")
    }
}

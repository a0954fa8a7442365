import Station

extension Manifest {
    /// Looks, before anything is played, whether every label can come true with a configuration.
    ///
    /// - Parameter isOfPhrasesOnly: Labels of commands are not looked at.
    /// - Throws: `EvaluationError.line` for the first one that cannot.
    func check(
        against configuration: Configuration, isOfPhrasesOnly: Bool = false
    ) throws(EvaluationError) {
        let check = LabelCheck(configuration)
        for clip in clips {
            let label = isOfPhrasesOnly ? clip.label.wakePhrase.map(Label.wake) ?? .nothing : clip.label
            if let mistake = check.mistake(in: label) {
                throw .line(path: path, number: clip.line, reason: mistake)
            }
        }
    }
}

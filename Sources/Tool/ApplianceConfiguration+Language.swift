import Appliance

extension ApplianceConfiguration {
    /// Reads and checks a file for a command that asks for its sentences, or hears them: without a language nobody knows them.
    ///
    /// - Throws: As `load` does; as a service that starts, `ApplianceError.unavailable` where no language is installed, and
    ///   `.configuration` where none is of the file's locale.
    static func loadWithLanguage(_ path: String) throws(ApplianceError) -> ApplianceConfiguration {
        let configuration = try load(path)
        do {
            _ = try configuration.modelPack()
        } catch {
            let mistakes = configuration.mistakes(behind: error)
            throw mistakes.isEmpty ? ApplianceError.unavailable("\(error)") : .configuration(mistakes)
        }
        return configuration
    }
}

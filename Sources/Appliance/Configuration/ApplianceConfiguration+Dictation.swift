import Wyoming

extension ApplianceConfiguration {
    /// Free text in the language of the environment.
    public static var dictation: ApplianceConfiguration {
        var configuration = ApplianceConfiguration(path: "")
        configuration.recognize = .dictation
        configuration.limits = UtteranceLimits(.dictation)
        return configuration
    }

    /// Asks another recognizer of this machine first.
    ///
    /// - Parameter address: As `engine:` has it.
    /// - Returns: What is wrong with the address, and how to write one; nil if nothing is.
    package mutating func setEngine(_ address: String) -> String? {
        do {
            dictation.engine = try WyomingAddress(address)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

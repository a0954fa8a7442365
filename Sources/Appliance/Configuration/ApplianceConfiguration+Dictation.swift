extension ApplianceConfiguration {
    /// Free text in the language of the environment.
    public static var dictation: ApplianceConfiguration {
        var configuration = ApplianceConfiguration(path: "")
        configuration.recognize = .dictation
        configuration.limits = UtteranceLimits(.dictation)
        return configuration
    }
}

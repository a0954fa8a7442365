extension Configuration {
    /// Free text in the language of the environment.
    public static var dictation: Configuration {
        var configuration = Configuration(path: "")
        configuration.recognize = .dictation
        configuration.limits = UtteranceLimits(.dictation)
        return configuration
    }
}

import Decoding

/// How widely each search for wake phrases searches.
extension DecoderOptions {
    static var wakeTrigger: DecoderOptions {
        var options = DecoderOptions()
        // PocketSphinx's own 1e-48 loses a phrase that noise makes unlikely for a moment.
        options.beam = 1e-100
        options.gaussians = 4
        // Below the default of 0.1, phone changes in the loop of free phones cost more, and fewer phrases lose against it.
        options.extra["kws_plp"] = "1e-3"
        // Scoring only every second frame loses no phrases and nearly halves the work; what is left: Figures, "Cost".
        options.extra["ds"] = "2"
        return options
    }

    static var wakeVerifier: DecoderOptions {
        var options = DecoderOptions()
        // Both searches have to be followed to the end, however badly the phrase fits.
        options.beam = 1e-100
        options.phoneBeam = 1e-100
        options.wordBeam = 1e-100
        // With PocketSphinx's 4, more phrases are missed at the same number of false alarms.
        options.gaussians = 16
        return options
    }

    /// For common words, whose search is made with a decoder of `wakeVerifier`: only how widely is searched is new.
    static var wakeRivals: DecoderOptions {
        var options = DecoderOptions()
        options.beam = 1e-80
        options.phoneBeam = 1e-80
        options.wordBeam = 1e-50
        options.extra["fwdflat"] = "no"
        return options
    }
}

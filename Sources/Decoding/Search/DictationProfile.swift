/// How much time recognizing free speech takes for how few mistakes; measured in Figures, "Dictation".
///
/// ```swift
/// let options = DecoderOptions.dictation(.accurate)
/// ```
package enum DictationProfile: String, Sendable, Hashable, CaseIterable {
    /// For a board that does much besides.
    case fast
    /// For a board that is a little slow: one pass, while it is spoken.
    case balanced
    /// What serves most: a second pass when the utterance has ended.
    case accurate
}

extension DecoderOptions {
    /// Those for free text. What they differ in is read when a search is made, so it can change between utterances.
    package static func dictation(_ profile: DictationProfile) -> DecoderOptions {
        var options = DecoderOptions.dictation
        switch profile {
        case .fast:
            options.extra = ["fwdflat": "no", "maxhmmpf": "3000", "maxwpf": "5", "pl_window": "5"]
        case .balanced:
            options.extra = ["fwdflat": "no", "maxhmmpf": "10000", "maxwpf": "10", "pl_window": "5"]
        case .accurate:
            // PocketSphinx's own, named so that they take the place of another profile's.
            options.extra = ["fwdflat": "yes", "maxhmmpf": "30000", "maxwpf": "-1", "pl_window": "5"]
        }
        return options
    }
}

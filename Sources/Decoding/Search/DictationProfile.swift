/// How much time recognizing free speech takes for how few mistakes; measured in Figures, "Dictation".
///
/// Tried and left out, on 50 clips of test-other: one between `fast` and `balanced`, of 5000 phones and 10 words a
/// frame, 65.1 % of the words wrong and 0.246 s of processor time for a second, which is what four of five choices by
/// four speakers each come to. And eight Gaussians instead of four, which is no better than chance: with 5000 phones
/// for `balanced` 66.4 % and 0.93 of its time, for `fast` 66.7 % and 1.2.
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

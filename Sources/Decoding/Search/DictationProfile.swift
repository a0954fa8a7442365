/// How much time recognizing free speech takes for how few mistakes; measured in Figures, "Dictation".
///
/// By the acoustic model alone, on 50 clips of test-other, `balanced` has 65.1 % of the words wrong in 0.246 s of processor time for a
/// second, and with 10 000 phones a frame 65.3 % in 0.295. Eight Gaussians instead of four were no better than chance: 66.4 %
/// with 5000 phones, and for `fast` 66.7 %, in 1.2 of its time.
///
/// By scores that the network of phones has added to (``PhoneWeights``), on ten clips of a speaker whom it has not heard: 52.5, 51.5 and
/// 52.0 %, and of five clear sentences 32.4, 35.2 and 33.8 %. With no more than 10 words a frame, 10 000 phones came to 51.5 and 36.6 %,
/// 30 000 to 52.0 and 33.8 in 1.6 of that time, and a second pass, which wants all scores of an utterance to be kept, 1 MB a second, to
/// 53.0 and 32.4 in as much: of 269 words a handful either way, which is chance.
///
/// ```swift
/// let options = DecoderOptions.dictation(.accurate)
/// ```
package enum DictationProfile: String, Sendable, Hashable, CaseIterable {
    /// For a board that does much besides.
    case fast
    /// For a board that is a little slow: one pass, while it is spoken.
    case balanced
    /// The widest search; without a network of phones, also a second pass when the utterance has ended.
    case accurate

    /// How many phones a frame are searched at most by scores that the network of phones has added to.
    static let mostPhones = 10_000
}

extension DecoderOptions {
    /// Those for free text. What they differ in is read when a search is made, so it can change between utterances.
    package static func dictation(_ profile: DictationProfile) -> DecoderOptions {
        var options = DecoderOptions.dictation
        switch profile {
        case .fast:
            options.extra = ["fwdflat": "no", "maxhmmpf": "3000", "maxwpf": "5", "pl_window": "5"]
        case .balanced:
            options.extra = ["fwdflat": "no", "maxhmmpf": "5000", "maxwpf": "10", "pl_window": "5"]
        case .accurate:
            // PocketSphinx's own, named so that they take the place of another profile's.
            options.extra = ["fwdflat": "yes", "maxhmmpf": "30000", "maxwpf": "-1", "pl_window": "5"]
        }
        return options
    }
}

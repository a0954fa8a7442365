import Decoding
import Glibc

/// The first look: PocketSphinx's keyphrase search, set so loose that it misses little and is often wrong.
///
/// The search never ends, so it is restarted now and then, which bounds its memory; the last seconds are
/// then searched again, so that a phrase in the midst of which this happens is still found.
final class WakeTrigger {
    /// A place to look at closely.
    struct Candidate {
        var phrase: String
        var frames: Range<Int>
        /// How much likelier than free phones the phrase is.
        var likelihoodRatio: Double
        /// Whether it was said as in the dictionary, neither in one of `WakeAccents` nor in one that nobody knows.
        var isUsual: Bool
    }

    /// Frames that are searched again after a new start: the longest phrase with its last delay.
    private static let overlap = 250

    /// Frames that are handed over at a time, as sound comes. Of a longer first block than its buffer of features PocketSphinx loses
    /// some, and every place after a new start would be three frames early.
    private static let blockLength = 5

    private let decoder: PocketSphinxDecoder
    private let dimension: Int
    private let restartInterval: Int
    /// Powers of ten a phone by which free phones may be likelier where it was said as in the dictionary: "go forward" with a v in
    /// its place is three less likely, and found before it is over.
    private static let leastUsual = -2.0
    /// How likely each of the phrases' pronunciations in the dictionary is where it was said so; by its entries.
    private let usual: [String: Double]
    /// The frame at which the present utterance began; nil when there is none.
    private var origin: Int?
    /// The newest candidate of each phrase.
    private var newest: [String: Candidate] = [:]

    /// - Parameters:
    ///   - usual: the phrases' variants in the dictionary without accents.
    ///   - restartInterval: frames between new starts.
    init(
        _ decoder: PocketSphinxDecoder, usual: [WakePhrase.Variant], dimension: Int, restartInterval: Int
    ) {
        self.decoder = decoder
        let likely = usual.map { ($0.entries, pow(10, Self.leastUsual * Double($0.phoneCount))) }
        self.usual = Dictionary(likely) { first, _ in first }
        self.dimension = dimension
        self.restartInterval = restartInterval
        decoder.expectNormalizedCepstra()
    }

    /// Ends a stretch of sound.
    func stop() throws(DecoderError) {
        newest = [:]
        guard origin != nil else { return }
        origin = nil
        try decoder.finish()
    }

    /// Searches the next frames.
    ///
    /// - Returns: What has come up since the last call. A place may come up again with a better fit.
    func process(
        _ frames: Range<Int>, of cepstra: Cepstra, mean: [Float]
    ) throws(DecoderError) -> [Candidate] {
        var frames = frames
        if let origin, frames.lowerBound - origin >= restartInterval {
            self.origin = nil
            try decoder.finish()
            frames = max(frames.lowerBound - Self.overlap, cepstra.frames.lowerBound)..<frames.upperBound
        }
        if origin == nil {
            try decoder.start()
            origin = frames.lowerBound
        }
        for first in stride(from: frames.lowerBound, to: frames.upperBound, by: Self.blockLength) {
            let block = first..<min(first + Self.blockLength, frames.upperBound)
            try decoder.process(
                cepstra: cepstra.normalized(block, mean: mean), dimension: dimension, isWhole: false)
        }
        return detections().filter(isNews)
    }

    /// Whether a detection is another one than the phrase's newest, or fits better.
    private func isNews(_ candidate: Candidate) -> Bool {
        if let known = newest[candidate.phrase] {
            guard
                candidate.frames.lowerBound >= known.frames.upperBound
                    || candidate.frames.overlaps(known.frames)
                        && candidate.likelihoodRatio > known.likelihoodRatio
            else { return false }
        }
        newest[candidate.phrase] = candidate
        return true
    }

    private func detections() -> [Candidate] {
        guard let origin else { return [] }
        return decoder.keyphraseHits().map { hit in
            Candidate(
                phrase: hit.phrase,
                frames: origin + hit.frames.lowerBound..<origin + hit.frames.upperBound,
                likelihoodRatio: hit.likelihoodRatio,
                isUsual: usual[hit.phrase].map { hit.likelihoodRatio >= $0 } ?? false)
        }
    }
}

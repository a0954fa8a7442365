import Decoding
import Platform
import Utterance

/// In a decoder's place: writes down which frames it was given, and answers each utterance with the next of its lines.
package final class ScriptedSearch: WordSearch {
    package enum Line {
        case words(String)
        /// Words that the sound does not fit.
        case unlikely(String)
        /// Words of free text that noise was taken for.
        case noise(String)
        case failure
    }

    package private(set) var frames: [Range<UInt64>] = []
    package private(set) var utterances = 0
    /// The frame up to which sound was to be searched, and not kept back.
    package private(set) var searchedUntil = UInt64(0)
    /// How much of each utterance was not to be held against its words.
    package private(set) var leads: [Duration] = []

    /// By which free text was to be searched, one after the other.
    package private(set) var profiles: [DictationProfile] = []

    private var lines: [Line]
    private var partials: [String]
    private let silence: Duration
    private let latency: Int
    private let evidence: Double?
    private let isHeldBack: () -> Bool
    private var isListening = false
    private var position = UInt64(0)
    private var update: UtteranceUpdate?
    /// How often it is still asked in vain.
    private var wait = 0

    /// - Parameters:
    ///   - lines: what comes of the utterances, in order.
    ///   - partials: what is heard meanwhile, one a block.
    ///   - silence: how long ago the words of each of these ended.
    ///   - latency: how often it is asked in vain for what comes of an utterance.
    ///   - evidence: of speech, in what is heard meanwhile.
    ///   - isHeldBack: whether it still says nothing when it is asked.
    package init(
        _ lines: [Line], partials: [String] = [], silence: Duration = .zero, latency: Int = 0,
        evidence: Double? = nil, unless isHeldBack: @escaping () -> Bool = { false }
    ) {
        self.lines = lines
        self.partials = partials
        self.silence = silence
        self.latency = latency
        self.evidence = evidence
        self.isHeldBack = isHeldBack
    }

    package let wakeDescriptors: [Int32] = []

    package func begin(firstFrame: UInt64, request: UtteranceRequest) {
        utterances += 1
        leads.append(request.lead)
        isListening = true
        position = firstFrame
        update = nil
    }

    package func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        precondition(isListening, "a decoder hears nothing between utterances")
        let end = position + UInt64(samples.count)
        if position < end { frames.append(position..<end) }
        position = end
        if !isWithheld { searchedUntil = end }
        guard !partials.isEmpty else { return }
        let heardUntil = Duration.frames(end, at: 16_000)
        let wordEnd = heardUntil - silence
        let words = partials.removeFirst().split(separator: " ").map { word in
            RecognizedWord(text: String(word), start: wordEnd, end: wordEnd)
        }
        var partial = PartialHypothesis(words: words, heardUntil: heardUntil)
        partial.speechEvidence = evidence
        update = .partial(partial)
    }

    package func finish() {
        precondition(isListening, "a decoder answers nothing that was not begun")
        isListening = false
        guard !lines.isEmpty else { return }
        wait = latency
        switch lines.removeFirst() {
        case .words(let text): update = .final(hypothesis(text, wordMean: 0))
        case .unlikely(let text): update = .final(hypothesis(text, wordMean: -60))
        case .noise(let text):
            var hypothesis = hypothesis(text, wordMean: 0)
            hypothesis.speechEvidence = 0.1
            update = .final(hypothesis)
        case .failure: update = .failed(.decodingFailed("the test says so"))
        }
    }

    package func setProfile(_ profile: DictationProfile) { profiles.append(profile) }

    package func cancel() {
        isListening = false
        update = nil
    }

    package func next() -> UtteranceUpdate? {
        guard !isHeldBack() else { return nil }
        guard wait == 0 else {
            wait -= 1
            return nil
        }
        defer { update = nil }
        return update
    }

    package func settle() {}
    package func forget() {}

    private func hypothesis(_ text: String, wordMean: Double) -> UtteranceHypothesis {
        let end = Duration.frames(position, at: 16_000)
        return UtteranceHypothesis(
            words: text.split(separator: " ").map { RecognizedWord(text: String($0), start: end, end: end) },
            verification: VerificationScores(
                wordMean: wordMean, worstWindow: -2 * wordMean, worstWords: wordMean, lengthSpread: 0))
    }
}

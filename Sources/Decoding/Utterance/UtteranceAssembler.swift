import Glibc
import Platform
import Synchronization

/// One utterance on its way through the decoders: where their parts of the result meet.
final class UtteranceAssembler: Sendable {
    /// What the search for words found.
    struct Sentence: Sendable {
        var segments: [PocketSphinxDecoder.Segment]
        /// One for each segment; 0 for fillers.
        var phoneCounts: [Int]
        var alternatives: [[PocketSphinxDecoder.Segment]]

        /// What `decoder` found, which has finished.
        ///
        /// - Parameter alternatives: how many others are wanted.
        init(_ decoder: PocketSphinxDecoder, alternatives count: Int) {
            segments = decoder.segments()
            phoneCounts = segments.map { $0.isFiller ? 0 : decoder.phoneCount(of: $0.name) ?? 1 }
            alternatives = segments.isEmpty ? [] : decoder.alternatives(count)
        }
    }

    /// What is in by now; the utterance is complete when every part is.
    private struct Parts {
        var sentence: Sentence?
        /// How loud each frame is, in dBFS.
        var levels: [Double]?
        /// How clearly the network of phones has heard some phone in each frame; none without it.
        var clarities: [Float] = []
        var speechEvidence: Double?
        var phones: [PocketSphinxDecoder.Segment]?
        /// Frames that were searched for words, and for phones.
        var frameCount = 0
        var phoneFrameCount = 0
        var decodeTime = Duration.zero
        var isOver = false
    }

    /// Frame on the capture clock at which the utterance's audio begins.
    let firstFrame: UInt64
    let sampleRate: Int
    let request: UtteranceRequest
    let isVerified: Bool
    /// Set when the result is no longer needed: what is still queued for it is skipped.
    let isCancelled = Atomic(false)

    private let queue: UpdateQueue<UtteranceUpdate>
    private let parts = Mutex(Parts())

    init(
        firstFrame: UInt64, sampleRate: Int, request: UtteranceRequest, isVerified: Bool,
        queue: UpdateQueue<UtteranceUpdate>
    ) {
        self.firstFrame = firstFrame
        self.sampleRate = sampleRate
        self.request = request
        self.isVerified = isVerified
        self.queue = queue
    }

    // MARK: - Called on decoder threads

    func report(
        _ segments: [PocketSphinxDecoder.Segment], frameCount: Int, phoneSilence: Duration?,
        speechEvidence: Double?
    ) {
        let words = segments.filter { !$0.isFiller }.map { word($0, score: nil) }
        var partial = PartialHypothesis(words: words, heardUntil: time(atDecoderFrame: frameCount))
        partial.phoneSilence = phoneSilence
        partial.speechEvidence = speechEvidence
        post(.partial(partial))
    }

    func complete(_ sentence: Sentence, frameCount: Int, decodeTime: Duration) {
        complete(decodeTime: decodeTime) {
            $0.sentence = sentence
            $0.frameCount = frameCount
        }
    }

    /// - Parameters:
    ///   - levels: how loud each frame is, in dBFS.
    ///   - clarities: how clearly the network of phones has heard some phone in each frame; none without it.
    ///   - speechEvidence: of whoever listens for it.
    func complete(levels: [Double], clarities: [Float], speechEvidence: Double?, decodeTime: Duration) {
        complete(decodeTime: decodeTime) {
            $0.levels = levels
            $0.clarities = clarities
            $0.speechEvidence = speechEvidence
        }
    }

    func complete(phones: [PocketSphinxDecoder.Segment], frameCount: Int, decodeTime: Duration) {
        complete(decodeTime: decodeTime) {
            $0.phones = phones
            $0.phoneFrameCount = frameCount
        }
    }

    func fail(_ error: DecoderError) {
        let isFirst = parts.withLock { parts in
            defer { parts.isOver = true }
            return !parts.isOver
        }
        if isFirst { post(.failed(error)) }
    }

    // MARK: - Putting the result together

    private func complete(decodeTime: Duration, _ add: (inout sending Parts) -> Void) {
        let complete: Parts? = parts.withLock { parts in
            add(&parts)
            parts.decodeTime += decodeTime
            guard !parts.isOver, parts.sentence != nil, parts.levels != nil,
                parts.phones != nil || !isVerified
            else { return nil }
            parts.isOver = true
            return parts
        }
        guard let complete, let sentence = complete.sentence, let levels = complete.levels else { return }
        let frameCount = complete.frameCount
        guard let phones = complete.phones else {
            var hypothesis = hypothesis(sentence, measured: nil, frameCount: frameCount, complete.decodeTime)
            hypothesis.speechEvidence = complete.speechEvidence
            post(.final(hypothesis))
            return
        }
        guard (0...PocketSphinxDecoder.unsharedFrames).contains(frameCount - complete.phoneFrameCount) else {
            post(
                .failed(.decodingFailed("\(complete.phoneFrameCount) of \(frameCount) frames were verified")))
            return
        }
        let measured = measure(
            sentence, phones: phones, levels: levels, clarities: complete.clarities,
            frameCount: complete.phoneFrameCount)
        post(.final(hypothesis(sentence, measured: measured, frameCount: frameCount, complete.decodeTime)))
    }

    private typealias Measured = (scores: VerificationScores, ofWords: [Double])

    private func measure(
        _ sentence: Sentence, phones: [PocketSphinxDecoder.Segment], levels: [Double], clarities: [Float],
        frameCount: Int
    ) -> Measured? {
        VerificationScores.measure(
            words: zip(sentence.segments, sentence.phoneCounts).filter { !$0.0.isFiller }
                .map { VerificationScores.Word(frames: $0.0.frames, phoneCount: $0.1) },
            difference: VerificationScores.difference(
                sentence: sentence.segments, phones: phones, frameCount: frameCount),
            levels: levels, clarities: clarities, lead: Int((request.lead / .milliseconds(10)).rounded()))
    }

    private func hypothesis(
        _ sentence: Sentence, measured: Measured?, frameCount: Int, _ decodeTime: Duration
    ) -> UtteranceHypothesis {
        let words = zip(sentence.segments, sentence.phoneCounts).filter { !$0.0.isFiller }
        let others = sentence.alternatives.map { $0.filter { !$0.isFiller } }
            .filter { $0.map(\.word) != words.map(\.0.word) }
            .map { $0.map { word($0) } }
        return UtteranceHypothesis(
            words: words.enumerated().map { index, found in
                word(found.0, score: measured?.ofWords[index], phoneCount: found.1)
            },
            alternatives: others, verification: measured?.scores,
            start: .frames(firstFrame, at: sampleRate), audioDuration: .milliseconds(frameCount * 10),
            decodeTime: decodeTime)
    }

    private func word(
        _ segment: PocketSphinxDecoder.Segment, score: Double? = nil, phoneCount: Int? = nil
    ) -> RecognizedWord {
        RecognizedWord(
            text: LanguageModelMix.text(of: segment.word),
            start: time(atDecoderFrame: segment.frames.lowerBound),
            end: time(atDecoderFrame: segment.frames.upperBound), score: score, posterior: segment.posterior,
            phoneCount: phoneCount)
    }

    private func time(atDecoderFrame frame: Int) -> Duration {
        PocketSphinxDecoder.time(atFrame: frame, from: firstFrame, sampleRate: sampleRate)
    }

    private func post(_ update: UtteranceUpdate) {
        queue.post(update, of: self)
    }
}

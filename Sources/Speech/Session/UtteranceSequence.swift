import Capture
import Decoding
import Grammar
import Models
import Utterance

/// All that is said in one task, utterance by utterance: a segmenter that speech itself triggers, and a borrowed decoder.
///
/// Sound that comes while an utterance is decided waits, so that none is lost: the decoder can begin the next one only then.
/// Not thread-safe: its owner calls it from one queue.
final class UtteranceSequence {
    /// What has come of the sound so far.
    enum Event {
        /// Speech began, of the next utterance.
        case speechBegan
        /// The words up to now, of all utterances.
        case partial([RecognizedWord])
        /// An utterance was decoded; it may be empty, when noise was taken for speech.
        case utterance(UtteranceHypothesis)
        /// The decoder gave up on an utterance.
        case failed(DecoderError)
    }

    let loan: DecoderPool.Loan
    /// The utterances that were believed, in order, without the empty ones.
    private(set) var utterances: [UtteranceHypothesis] = []
    /// Whether an utterance was heard that was not believed.
    private(set) var hasRefused = false
    /// Whether an utterance is over, and its words are to come.
    private(set) var isDeciding = false

    private let segmenter: UtteranceSegmenter
    /// Samples in a block: 10 ms.
    private let blockLength: Int
    /// The next sample on the capture clock.
    private var position: UInt64
    /// Sound that is not yet a block, or waits for a decision.
    private var waiting: [Int16] = []
    /// Sound behind gaps, which has to wait as well.
    private var later: [(missing: UInt64, samples: [Int16])] = []

    /// - Parameters:
    ///   - loan: the decoder, exclusively.
    ///   - request: what is wanted of each utterance.
    ///   - grammar: what ends an utterance early when it is complete; nil for free text.
    ///   - origin: the first sample on the capture clock.
    init(_ loan: DecoderPool.Loan, request: UtteranceRequest, grammar: Grammar?, origin: UInt64) {
        self.loan = loan
        position = origin
        blockLength = loan.plan.pack.sampleRate / 100
        var timing = Endpointer.Timing()
        if !loan.plan.isGrammar {
            // People who dictate pause between words.
            timing.trailingSilence = .milliseconds(700)
            timing.maximum = .seconds(30)
        }
        var options = UtteranceSegmenter.Options()
        options.sampleRate = loan.plan.pack.sampleRate
        segmenter = UtteranceSegmenter(
            UtteranceSegmenter.Topic(loan.decoder, grammar: grammar, timing: timing, request: request),
            options: options)
    }

    /// Whether speech has begun whose end was not heard yet.
    var isListening: Bool { segmenter.isUnderway }

    // MARK: - Sound

    /// Hears the next samples, at the model's rate; of any number.
    func feed(_ samples: [Int16], _ report: (Event) -> Void) {
        if later.isEmpty { waiting += samples } else { later[later.count - 1].samples += samples }
        process(report)
    }

    /// Sound is missing before the next samples.
    func skip(_ frames: UInt64) {
        later.append((frames, []))
    }

    /// There is no more sound: an utterance under way is over.
    func finish() {
        if isListening { endUtterance() }
    }

    private func process(_ report: (Event) -> Void) {
        guard !isComplete else {
            waiting.removeAll()
            later.removeAll()
            return
        }
        processBlocks(report)
        while !isDeciding, !later.isEmpty {
            let (missing, samples) = later.removeFirst()
            bridge(missing)
            // The rest of a block moves behind the gap, which shifts it by less than 10 ms.
            waiting += samples
            processBlocks(report)
        }
    }

    /// Hears what waits, block by block, up to the end of an utterance.
    private func processBlocks(_ report: (Event) -> Void) {
        var taken = 0
        while !isDeciding, waiting.count - taken >= blockLength {
            let events = waiting[taken..<taken + blockLength].withUnsafeBufferPointer {
                segmenter.process($0, first: position)
            }
            taken += blockLength
            position += UInt64(blockLength)
            for event in events { handle(event, report) }
        }
        waiting.removeFirst(taken)
    }

    private func handle(_ event: UtteranceSegmenter.Event, _ report: (Event) -> Void) {
        switch event {
        case .speechBegan:
            segmenter.begin(.speech)
            report(.speechBegan)
        case .ended: endUtterance()
        case .woke, .fellBehind, .limit: break
        }
    }

    private func bridge(_ missing: UInt64) {
        let gap = CaptureGap(at: position, frames: missing, reason: .overrun, isExact: true)
        position += missing
        // Too long to be bridged: the utterance ends before the gap.
        if !segmenter.bridge(gap) { endUtterance() }
    }

    private func endUtterance() {
        segmenter.end()
        isDeciding = true
    }

    // MARK: - Words

    /// Takes what the decoder has found since the last call.
    func handleUpdates(_ report: (Event) -> Void) {
        while let update = segmenter.nextUpdate() {
            switch update {
            case .partial(let partial):
                report(.partial(utterances.flatMap(\.words) + partial.words))
            case .final(let hypothesis):
                isDeciding = false
                if loan.plan.believes(hypothesis) {
                    if !hypothesis.words.isEmpty { utterances.append(hypothesis) }
                    report(.utterance(hypothesis))
                } else {
                    hasRefused = true
                }
            case .failed(let error):
                isDeciding = false
                report(.failed(error))
            }
        }
        process(report)
    }

    /// A grammar is for one command or answer.
    private var isComplete: Bool { loan.plan.isGrammar && !utterances.isEmpty }
}

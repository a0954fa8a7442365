import Capture
import Decoding
import Grammar
import Interpretation
import Models
import Platform
import Utterance

/// All that is said in one task, utterance by utterance: a segmenter that speech itself triggers, and a borrowed decoder. Noise is taken
/// out of the sound as an appliance does it, for what the decoder and the judge of commands have learned is of such sound.
///
/// Sound that comes while an utterance is decided waits, so that none is lost: the decoder can begin the next one only then.
/// Not thread-safe: its owner calls it from one queue.
final class UtteranceSequence {
    /// What has come of the sound so far.
    enum Event {
        /// Speech began, of the next utterance.
        case speechBegan
        /// The words of the utterance under way up to now.
        case partial([RecognizedWord])
        /// An utterance was decoded; it may be empty, when noise was taken for speech. With how loud its speech was, in dBFS.
        case utterance(UtteranceHypothesis, level: Double?)
        /// An utterance was decoded that is not believed.
        case refused
        /// The decoder gave up on an utterance.
        case failed(DecoderError)
    }

    let loan: DecoderPool.Loan
    /// Whether the decoder is no longer its own: it was given back while an update was reported, and is not touched any more.
    private var isClosed = false
    /// Whether an utterance was believed that has words.
    private(set) var hasBelieved = false
    /// Whether an utterance is over, and its words are to come.
    private(set) var isDeciding = false

    private let segmenter: UtteranceSegmenter
    /// Judges free text, and yes and no.
    private let interpreter: UtteranceInterpreter
    /// Samples in a block: 10 ms.
    private let blockLength: Int
    /// Whether a grammar is for one command or answer; else they follow one another.
    private let endsAfterCommand: Bool
    /// The next sample on the capture clock.
    private var position: UInt64
    /// Where the utterance under way begins.
    private var begin: UInt64 = 0
    /// How loud the newest one that is over was, in dBFS.
    private var level: Double?
    /// What was said before this sample is decided.
    private(set) var settledUntil: UInt64
    /// Sound that is not yet a block, or waits for a decision.
    private var waiting: [Int16] = []
    /// Sound behind gaps, which has to wait as well.
    private var later: [(missing: UInt64, samples: [Int16])] = []
    /// Whether no more sound comes, and whether the last of it was heard.
    private var (hasEnded, isHeardOut) = (false, false)

    /// - Parameters:
    ///   - loan: the decoder, exclusively.
    ///   - request: what is wanted of each utterance.
    ///   - grammar: what ends an utterance early when it is complete; nil for free text, and for yes and no.
    ///   - answers: judges yes and no, where these are asked for.
    ///   - origin: the first sample on the capture clock.
    ///   - endsAfterCommand: whether a grammar is for one command or answer; else they follow one another.
    init(
        _ loan: DecoderPool.Loan, request: UtteranceRequest, grammar: Grammar?, answers: YesNo?,
        origin: UInt64, endsAfterCommand: Bool
    ) {
        self.loan = loan
        interpreter = UtteranceInterpreter(commands: nil, answers: answers)
        self.endsAfterCommand = endsAfterCommand
        position = origin
        settledUntil = origin
        blockLength = loan.plan.pack.sampleRate / 100
        var options = UtteranceSegmenter.Options()
        options.sampleRate = loan.plan.pack.sampleRate
        options.frontEnd.reducesNoise = true
        options.noise = loan.noise
        segmenter = UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(
                loan.decoder, grammar: grammar ?? answers?.grammar,
                timing: loan.plan.isGrammar ? Endpointer.Timing() : .dictation, request: request),
            options: options)
    }

    /// Whether speech has begun whose end was not heard yet.
    var isListening: Bool { segmenter.isUnderway }

    /// The end of all sound that has come.
    var heardUntil: UInt64 {
        later.reduce(position + UInt64(waiting.count)) { $0 + $1.missing + UInt64($1.samples.count) }
    }

    /// Ends the utterance under way if it began before `frame`. The next one may begin with the next sample.
    ///
    /// - Returns: whether everything that was said before it is decided.
    func settle(through frame: UInt64) -> Bool {
        guard !isDeciding else { return false }
        guard isListening, begin < frame else { return true }
        endUtterance()
        return false
    }

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

    /// No more sound follows: also the last of it is heard, which the front end still holds back.
    func end(_ report: (Event) -> Void) {
        hasEnded = true
        process(report)
    }

    /// There is no more sound: an utterance under way is over.
    func finish() {
        if isListening { endUtterance() }
    }

    private func process(_ report: (Event) -> Void) {
        guard !isComplete, !isClosed else {
            waiting.removeAll()
            later.removeAll()
            return
        }
        processBlocks(report)
        while !isDeciding, !isClosed, !later.isEmpty {
            let (missing, samples) = later.removeFirst()
            bridge(missing)
            // The rest of a block moves behind the gap, which shifts it by less than 10 ms.
            waiting += samples
            processBlocks(report)
        }
        if hasEnded, !isHeardOut, !isDeciding, !isClosed, later.isEmpty {
            if !waiting.isEmpty {
                waiting += [Int16](repeating: 0, count: blockLength - waiting.count)
                processBlocks(report)
                guard !isDeciding else { return }
            }
            isHeardOut = true
            for event in segmenter.finish() { handle(event, report) }
        }
    }

    /// Hears what waits, block by block, up to the end of an utterance.
    private func processBlocks(_ report: (Event) -> Void) {
        var taken = 0
        while !isDeciding, !isClosed, waiting.count - taken >= blockLength {
            let events = waiting[taken..<taken + blockLength].withUnsafeBufferPointer {
                segmenter.process($0, first: position)
            }
            taken += blockLength
            position += UInt64(blockLength)
            for event in events { handle(event, report) }
            if !isListening, !isDeciding {
                let open = segmenter.openSpan.frames(at: loan.plan.pack.sampleRate)
                settledUntil = max(settledUntil, position - min(position, open))
            }
        }
        waiting.removeFirst(taken)
    }

    private func handle(_ event: UtteranceSegmenter.Event, _ report: (Event) -> Void) {
        switch event {
        case .speechBegan:
            segmenter.begin(.speech)
            begin = segmenter.beginning ?? position
            report(.speechBegan)
        case .ended: endUtterance()
        case .woke, .fellBehind, .limit: break
        }
    }

    private func bridge(_ missing: UInt64) {
        // Too long to be bridged: the utterance ends before the gap, at which all is forgotten that was heard.
        if isListening, missing > longestBridge {
            // What the front end holds back belongs before the gap.
            _ = segmenter.finish()
            endUtterance()
        }
        let gap = CaptureGap(at: position, frames: missing, reason: .overrun, isExact: true)
        position += missing
        _ = segmenter.bridge(gap)
    }

    private func endUtterance() {
        segmenter.end()
        level = segmenter.newest.level
        isDeciding = true
    }

    // MARK: - Words

    /// Ends it, before its decoder is given back.
    func close() { isClosed = true }

    /// Takes what the decoder has found since the last call.
    func handleUpdates(_ report: (Event) -> Void) {
        while !isClosed, let update = segmenter.nextUpdate() {
            switch update {
            // A search for free text makes words of noise, too, in which nobody speaks.
            case .partial(let partial): report(.partial(partial.isSpoken ? partial.words : []))
            case .final(let found):
                let hypothesis = interpreter.heard(found).believed
                isDeciding = false
                settledUntil = max(settledUntil, segmenter.newest.frames.upperBound)
                if believes(hypothesis) {
                    if !hypothesis.words.isEmpty { hasBelieved = true }
                    report(.utterance(hypothesis, level: level))
                } else {
                    report(.refused)
                }
            case .failed(let error):
                isDeciding = false
                report(.failed(error))
            }
        }
        process(report)
    }

    /// Whether an utterance may be a result. One of a request's own grammar may be in any case, with its confidence.
    private func believes(_ hypothesis: UtteranceHypothesis) -> Bool {
        guard loan.plan.isConfirmation, hypothesis.verification != nil else { return true }
        // What nobody can judge is unclear, too.
        if case .unclear = interpreter.answer(hypothesis, level: nil) { return false }
        return true
    }

    /// Whether nothing more is heard, as the one command or answer was said.
    var isComplete: Bool { endsAfterCommand && loan.plan.isGrammar && hasBelieved }

    /// What is missing and longer than that, in samples, ends an utterance.
    private var longestBridge: UInt64 { Endpointer.longestBridge.frames(at: loan.plan.pack.sampleRate) }
}

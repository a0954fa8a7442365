import Journal
import Language

/// Cuts running speech into utterances and decodes one after the other.
///
/// While a finished utterance is being decided, audio waits; nothing is lost and nothing overtakes. Owned by one thread.
/// The appliance's `Hearing` does not cut: there a button or a wake phrase says when an utterance begins.
final class ContinuousDecoder {
    enum Event {
        case speechBegan
        /// All words up to now, of earlier utterances too.
        case partial([RecognizedWord])
        case utterance(UtteranceHypothesis)
        case failed(RecognitionError)
    }

    let loan: DecoderPool.Loan
    private(set) var utterances: [UtteranceHypothesis] = []
    /// Whether words were heard that the plan does not believe.
    private(set) var hasRefused = false
    private(set) var partial: PartialHypothesis?
    /// Whether a finished utterance waits for its final hypothesis.
    private(set) var isDeciding = false

    private let timing: Endpointer.Timing
    private let request: UtteranceRequest
    private let grammar: Grammar?
    private let origin: UInt64
    private var detector = VoiceActivityDetector()
    private var endpointer: Endpointer
    /// The newest unbroken sound, for the pre-roll; its last sample is frame `heard`.
    private var history: [Int16] = []
    /// Frames since the origin, those that are missing included.
    private var heard: UInt64 = 0
    /// Sound that came while deciding, up to where some is missing.
    private var waiting: [Int16] = []
    /// Sound that came after it, each piece with the number of frames that are missing before it.
    private var later: [(missing: UInt64, samples: [Int16])] = []

    private let blockLength: Int

    /// - Parameter origin: the frame of the capture clock at which the audio begins.
    init(_ loan: DecoderPool.Loan, request: UtteranceRequest, grammar: Grammar?, origin: UInt64) {
        self.loan = loan
        self.request = request
        self.grammar = grammar
        self.origin = origin
        blockLength = loan.plan.pack.sampleRate / 100
        var timing = Endpointer.Timing()
        if !loan.plan.isGrammar {
            timing.trailingSilence = .milliseconds(700)
            timing.maximum = .seconds(30)
        }
        self.timing = timing
        endpointer = Endpointer(start: .atSpeech, timing: timing)
    }

    /// Whether an utterance is under way.
    var isListening: Bool { endpointer.phase == .underway }

    /// Takes the next samples, of any number.
    func feed(_ samples: [Int16], _ report: (Event) -> Void) {
        if later.isEmpty { waiting += samples } else { later[later.count - 1].samples += samples }
        goOn(report)
    }

    /// Leaves out the next `frames`, which nobody heard: the times of what follows are later by them.
    func skip(_ frames: UInt64) {
        later.append((frames, []))
    }

    /// Ends the utterance that is under way: no more audio comes. Not while deciding.
    func finish() {
        if isListening { endUtterance() }
    }

    /// Handles what the decoder has to say, and goes on with audio that waited for it.
    func handleUpdates(_ report: (Event) -> Void) {
        while let update = loan.decoder.next() {
            switch update {
            case .partial(let partial):
                self.partial = partial
                if let grammar { endpointer.follow(partial, in: grammar) }
                report(.partial(utterances.flatMap(\.words) + partial.words))
            case .final(let hypothesis):
                startAnew()
                if loan.plan.believes(hypothesis) {
                    if !hypothesis.words.isEmpty { utterances.append(hypothesis) }
                    report(.utterance(hypothesis))
                } else {
                    hasRefused = true
                }
            case .failed(let error):
                startAnew()
                report(.failed(error))
            }
        }
        goOn(report)
    }

    private func startAnew() {
        isDeciding = false
        partial = nil
        endpointer = Endpointer(start: .atSpeech, timing: timing)
    }

    /// A grammar is for one thing that is said: what came in behind it is not looked at.
    private var isComplete: Bool { loan.plan.isGrammar && !utterances.isEmpty }

    private func goOn(_ report: (Event) -> Void) {
        guard !isComplete else {
            waiting.removeAll()
            later.removeAll()
            return
        }
        takeBlocks(report)
        while !isDeciding, !later.isEmpty {
            let (missing, samples) = later.removeFirst()
            bridge(missing)
            // What is left of less than a block is now behind the gap, too late by less than 10 ms.
            waiting += samples
            takeBlocks(report)
        }
    }

    private func takeBlocks(_ report: (Event) -> Void) {
        var taken = 0
        while !isDeciding, waiting.count - taken >= blockLength {
            process(waiting[taken..<taken + blockLength], report)
            taken += blockLength
        }
        waiting.removeFirst(taken)
    }

    private func bridge(_ missing: UInt64) {
        heard += missing
        if isListening, missing <= Endpointer.longestBridge.frames(at: loan.plan.pack.sampleRate) {
            let silence = [Int16](repeating: 0, count: Int(missing))
            history += silence
            silence.withUnsafeBufferPointer { loan.decoder.feed($0, isWithheld: endpointer.withholds) }
            return
        }
        history.removeAll(keepingCapacity: true)
        if isListening {
            endUtterance()
        } else {
            endpointer = Endpointer(start: .atSpeech, timing: timing)
        }
    }

    private func process(_ block: ArraySlice<Int16>, _ report: (Event) -> Void) {
        remember(block)
        let isSpeech = block.withUnsafeBufferPointer { detector.process($0) }
        switch endpointer.process(isSpeech: isSpeech) {
        case .speechBegan(let frames):
            let count = min(frames * loan.plan.pack.sampleRate / 16_000, history.count)
            loan.decoder.begin(firstFrame: origin + heard - UInt64(count), request: request)
            history.suffix(count).withUnsafeBufferPointer { loan.decoder.feed($0) }
            report(.speechBegan)
        case .ended:
            endUtterance()
        case nil:
            guard isListening else { return }
            block.withUnsafeBufferPointer { loan.decoder.feed($0, isWithheld: endpointer.withholds) }
        }
    }

    private func endUtterance() {
        loan.decoder.finish()
        isDeciding = true
    }

    private func remember(_ block: ArraySlice<Int16>) {
        let length = 100 * blockLength
        if history.count >= 2 * length { history.removeFirst(history.count - length) }
        history += block
        heard += UInt64(block.count)
    }
}

import Capture
import Decoding
import Platform

/// Cuts sound into utterances and has each of them decoded: the one way from samples to hypotheses.
///
/// It hears all sound, save a long quiet and what comes long before a press (``QuietGate``), through the front end:
/// when speech begins, whether a wake phrase was said, and when an utterance is over. Whoever owns it decides what
/// starts one (``Trigger``) and what becomes of it. Sound is kept for an utterance between ``begin(_:)`` and ``end()``
/// and at no other time; before that there is only the history of the last seconds, from which the pre-roll is taken.
///
/// Owned by one thread; decoders work on threads of their own.
///
/// ```swift
/// for event in segmenter.process(block, first: frame) {
///     switch event {
///     case .speechBegan: segmenter.begin(.speech)
///     case .ended: segmenter.end()
///     default: break
///     }
/// }
/// while let update = segmenter.nextUpdate() { print(update) }
/// ```
package final class UtteranceSegmenter {
    /// What sound came to.
    package enum Event {
        /// Somebody has begun to speak, and nothing is kept yet; told with every block until somebody takes it up, 3 s at most, and
        /// 9 s while an utterance before is decided.
        case speechBegan
        /// A wake phrase was heard, and is over; what follows it is a command.
        case woke(WakeDetection)
        /// Sound was left out in which a wake phrase may have been, as its search fell behind: the machine is too slow, or the
        /// search fails, and the log says why. Told once an hour.
        case fellBehind
        /// The utterance is complete, or has taken too long.
        case ended
        /// The utterance will be cut off in this time.
        case limit(remaining: Duration)
    }

    /// What begins an utterance.
    package enum Trigger {
        /// The first sound of speech.
        case speech
        case button
        /// A wake phrase; the command may follow in the same breath.
        case wakePhrase(end: UInt64)
    }

    /// What an utterance is taken for.
    package enum Expected {
        /// A command, or free text.
        case command
        /// Yes or no.
        case answer
    }

    /// The utterance under way: from where on it is kept, and until when.
    struct OpenUtterance {
        /// Where it may begin at the earliest.
        var earliest: UInt64
        /// How much of its beginning may be the end of a wake phrase, of what was said before a press, or of the utterance before.
        let lead: Duration
        /// Whether a pause ends it.
        var endsWithPause = true
        /// Whether nobody spoke just before the press.
        var beganInQuiet = false
        /// Whether it is not searched before somebody speaks: after a wake phrase, as of quiet alone a grammar makes a
        /// command that may be believed (2 of 100 recordings of "computer" with nothing after it were orders). Behind a
        /// button it is, as somebody says that they speak, however quiet the microphone.
        var isAwaitingSpeech = false
        /// Whether somebody was asked to speak, so that a noise in which there are no words does not end it.
        var awaitsWords = false
        /// Whether words are found in it by now; noise is taken for some that come and go.
        var hasWords = false
        /// Where what sounded like speech was over, and its search is asked whether there were any after all.
        var askedAt: UInt64?
        /// What came of that, if there were.
        var answer: UtteranceUpdate?
        /// When sound is kept no longer although speech may go on: the button was let go.
        var recordingEnd: Duration?
        var noticeAt: UInt64?
        /// Where somebody began to speak who had not when it began: words that end before are those that noise invents.
        var spokenFrom: UInt64?
    }

    /// What is remembered: a wake phrase and the command that was said with it, while the one before is decided; and a
    /// command, a pause, and what continues it.
    private static let memory = Duration.seconds(10)

    /// How loud somebody speaks is asked of the last 3 s.
    private static let levelBlocks = 300

    let commands: SearchPlan
    let answers: SearchPlan?
    let options: Options
    /// What the next utterance is taken for, or the one under way.
    var expected = Expected.command

    /// Nil where nothing that listens costs much.
    var gate: QuietGate?
    let frontEnd: FrontEnd
    var detector = VoiceActivityDetector()
    /// Nil without wake phrases.
    var wakeMonitor: WakeMonitor?
    var endpointer: Endpointer
    var history: PreRollBuffer
    var utterance: OpenUtterance?
    /// Of the newest utterance, where it is settled piece by piece.
    var pieces: Pieces?
    /// The search for commands, where it may be busy with one piece while the next is spoken.
    let pieceSearch: ConsecutiveSearch?
    /// The newest utterance that is over.
    package internal(set) var newest = FinishedUtterance()
    /// Where an utterance was ended in the middle of speech; the next one has nothing from before, or a word would be
    /// heard twice.
    var cut: UInt64 = 0
    /// Where speech began that nobody has taken up yet.
    package internal(set) var onset: UInt64?
    /// Whether nobody could take it up, as an utterance was decided.
    var awaitsDecision = false
    /// Whether the result of an utterance is to come.
    var isDeciding = false
    /// It, where it was there before the utterance ended.
    var answerInHand: UtteranceUpdate?

    /// - Parameters:
    ///   - commands: what is listened for, unless ``expect(_:)`` says otherwise.
    ///   - answers: what a yes or no is searched for; nil where nobody is asked.
    ///   - wake: looks for wake phrases; nil without any.
    ///   - options: how sound is cut.
    ///   - wakeWitness: hears of all that sounded like a wake phrase, believed or not.
    package init(
        _ commands: SearchPlan, answers: SearchPlan? = nil, wake: (any WakeSearch)? = nil,
        options: Options = Options(), wakeWitness: ((WakeDetection) -> Void)? = nil
    ) {
        let settlesPieces = options.settlesPieces && options.press != .once
        pieceSearch = settlesPieces ? ConsecutiveSearch(commands.search) : nil
        self.commands = pieceSearch.map { commands.searched(by: $0) } ?? commands
        self.answers = answers
        self.options = options
        wakeMonitor = wake.map {
            WakeMonitor(
                $0, sampleRate: options.sampleRate, isLockstep: options.isLockstep, witness: wakeWitness)
        }
        frontEnd = FrontEnd(options.frontEnd, noise: options.noise, sampleRate: options.sampleRate)
        if options.awaitsPress || wake != nil || options.frontEnd.reducesNoise && options.noise != nil {
            gate = QuietGate(
                sampleRate: options.sampleRate, raisesGain: options.frontEnd.controlsGain,
                restsInNoise: options.awaitsPress)
        }
        history = PreRollBuffer(capacity: Int(Self.memory.frames(at: options.sampleRate)))
        endpointer = Endpointer(start: .atSpeech, timing: commands.timing)
    }

    /// Readable while results wait.
    package var wakeDescriptors: [Int32] {
        commands.search.wakeDescriptors + (answers?.search.wakeDescriptors ?? [])
            + [wakeMonitor?.wakeDescriptor].compactMap { $0 }
    }

    /// When sound is kept no longer although speech may go on: the button was let go.
    package var recordingEnd: Duration? { utterance?.recordingEnd }

    /// Has free text searched by a profile; between utterances.
    package func setProfile(_ profile: DictationProfile) { commands.search.setProfile(profile) }

    /// ``FinishedUtterance/level`` of some sound that is remembered.
    func speechLevel(in sound: Range<UInt64>) -> Double? {
        let blocks = history.blocks(since: sound.lowerBound).filter { $0.first < sound.upperBound }
        let levels = blocks.suffix(Self.levelBlocks).filter(\.isSpeech).map(\.level).sorted()
        return levels.isEmpty ? nil : levels[levels.count * 9 / 10]
    }

    /// Where the utterance under way begins at the earliest, its pre-roll included; nil between utterances.
    package var beginning: UInt64? { utterance?.earliest }

    /// Whether an utterance is kept at the moment.
    package var isUnderway: Bool { utterance != nil }

    var plan: SearchPlan { expected == .answer ? answers ?? commands : commands }
    /// The plan's. It is asked with every block, and to copy the plan for it would cost more than the question.
    var search: any WordSearch { (expected == .answer ? answers?.search : nil) ?? commands.search }

    func frames(_ span: Duration) -> UInt64 { span.frames(at: options.sampleRate) }

    /// Takes the wake phrases that were found since the last block, so that nobody is woken for them again; what comes of them
    /// is told with the next block.
    package func takeDetections() {
        wakeMonitor?.takeDetections()
    }

    /// The next update of the utterance, or nil; the newest partial words tell the endpointer how long a pause may be. Where
    /// the utterance is settled piece by piece, each piece has a final hypothesis: see ``expectsMore``.
    package func nextUpdate() -> UtteranceUpdate? {
        if utterance?.askedAt != nil {
            takeAnswer()
            return nil
        }
        let update = answerInHand ?? search.next()
        answerInHand = nil
        switch update {
        case .partial(let partial):
            utterance?.hasWords = !partial.words.isEmpty
            // Of one that is over, they may come later than its end, and say nothing of the next.
            if let utterance, let grammar = plan.grammar, isSpoken(partial, in: utterance) {
                endpointer.follow(partial, in: grammar)
            }
        case .final(let hypothesis):
            isDeciding = false
            if utterance == nil, let last = hypothesis.words.last { newest.wordsEnd = frames(last.end) }
        case .failed: isDeciding = false
        case nil: break
        }
        return answered(update)
    }

    /// Whether the words are of somebody who speaks, as far as is known. Where no later ones come, they were said so quietly that only
    /// the search heard them, and what sounds like speech since then is noise.
    private func isSpoken(_ partial: PartialHypothesis, in utterance: OpenUtterance) -> Bool {
        guard let start = utterance.spokenFrom, let last = partial.words.last,
            history.end < start + frames(plan.timing.trailingSilence)
        else { return true }
        return last.end > .frames(start, at: options.sampleRate)
    }
}

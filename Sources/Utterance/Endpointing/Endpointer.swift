import Decoding
import Grammar

/// Finds where an utterance begins and ends, from speech decisions and from how far the words have come.
///
/// A pause of 150 ms ends a command that nothing can extend; where words may still follow it waits 0.54 s, or less where
/// the grammar has few of them left; before a command is complete only the plain timeouts end it. A pause is one in which
/// nothing is loud, or one of about that length in which the search for words finds none, if no longer word may be under way, or the
/// network of phones hears none: noise after the last word sounds like speech for seconds, and invents words.
///
/// Evidence: how long people pause within a command, and after what. 339 drink orders, by the word times of `earshot
/// transcribe --json` with 3 s for every pause; of 3446 places between two words 76 are pauses of 0.1 s or more, 38 of 0.2 s
/// (in 33 orders), 12 of 0.3 s (in 12), and none of 0.5 s:
///
/// | after | pauses of 0.2 s or more | longest |
/// |---|---|---|
/// | what is a whole order, and can go on in many ways ("a mocha | with …") | 27 of 261 | 0.49 s |
/// | what is whole, and can go on in few ("with cream | and …") | 1 of 84 | 0.27 s |
/// | "roast", "shot", "ounce" (a part that is whole, in an order that is not) | 8 of 441 | 0.38 s |
/// | "with", "and", "of", "a", "an", "some" | 2 of 931 | 0.27 s |
/// | a number: "eight", "twelve", "sixteen", "twenty" | 0 of 97 | 0.0 s |
///
/// So people pause where a part of the sentence is over, and not after the word that begins the next: a command that
/// cannot end yet needs no longer than it has (1.2 s), and one that is whole and can go on is the one that gets cut.
///
/// A pure value: hand it one decision per 10 ms block, and every partial hypothesis.
///
///     var endpointer = Endpointer(start: .atSpeech)
///     // for each block of 10 ms that ends before frame `end` of the capture clock:
///     switch endpointer.process(isSpeech: detector.process(block)) {
///     case .speechBegan(let span):
///         let frames = span.frames(at: 16_000)
///         decoder.begin(firstFrame: end - frames)
///         history.suffix(Int(frames)).withUnsafeBufferPointer { decoder.feed($0) }     // the block is its end
///     case .ended: decoder.finish()
///     case nil: decoder.feed(block, isWithheld: endpointer.withholds)
///     }
///     while case .partial(let hypothesis)? = decoder.next() { endpointer.follow(hypothesis, in: grammar) }
package struct Endpointer: Sendable {
    /// The time limits; all are rounded to blocks of 10 ms.
    ///
    /// ```swift
    /// var timing = Endpointer.Timing()
    /// timing.trailingSilence = .milliseconds(700)     // dictation: no grammar tells when a sentence is complete
    /// timing.maximum = .seconds(30)
    /// ```
    package struct Timing: Sendable, Hashable {
        /// Speech in this much of the last 200 ms, 10 to 200 ms, is the beginning of an utterance.
        package var onset = Duration.milliseconds(80)
        /// Kept before the first block of speech: weak first sounds are not detected.
        package var preRoll = Duration.milliseconds(300)
        /// Pause after a command that nothing can extend.
        package var completePause = Duration.milliseconds(150)
        /// Pause after a command that could go on in 50 ways at most: whoever has come so far has mostly said it all. Somebody
        /// who speaks fast has a shorter one, where the network of phones hears the silence, too.
        package var nearlyCompletePause = Duration.milliseconds(200)
        /// Pause after a command that more words could extend: a tenth longer than the longest of 339 orders.
        package var extendablePause = Duration.milliseconds(540)
        /// Pause after anything else: half a command, or no grammar at all.
        package var trailingSilence = Duration.milliseconds(1200)
        /// Pause that is enough in the last five seconds before `maximum`, where the next word would be cut in two; nil where no pause is.
        package var latePause: Duration?
        /// Time without any speech, from the utterance's beginning; only where that was `Start.atOnce`.
        package var noSpeech = Duration.seconds(5)
        /// Length of the whole utterance, pre-roll included, at which it ends whatever is said.
        package var maximum = Duration.seconds(15)
        /// Kept after the last speech; noise beyond it invents words.
        package var tail = Duration.milliseconds(300)

        /// Those for commands, as they stand at each limit.
        package init() {}
    }

    /// When an utterance begins; whoever makes the endpointer says so.
    package enum Start: Sendable, Hashable {
        /// At once: a button was pressed, or the wake phrase was heard.
        case atOnce
        /// With the first speech.
        case atSpeech
    }

    /// Why an utterance ended, for whoever made the endpointer.
    package enum Cause: Sendable, Hashable {
        /// A command was complete, and a pause followed.
        case complete
        /// A pause that is too long for any command.
        case trailingSilence
        /// Nothing was said.
        case noSpeech
        /// It went on for too long.
        case maximum
    }

    /// What `process` finds in a block.
    package enum Event: Sendable, Hashable {
        /// Speech has begun; the utterance includes so much sound up to the end of the newest block.
        /// Only with `Start.atSpeech`, where it begins the utterance.
        case speechBegan(since: Duration)
        /// The utterance has ended with the newest block; later blocks give nothing.
        case ended(Cause)
    }

    /// Whether an utterance is under way. It comes once: a further one takes a new endpointer.
    package enum Phase: Sendable, Hashable {
        /// No speech yet; with `Start.atSpeech` only.
        case waiting
        /// Between its beginning and its end.
        case underway
        /// It has ended.
        case over
    }

    /// Sound that is missing in an utterance up to this long is bridged with silence, so that word times stay true; more
    /// of it ends the utterance.
    package static let longestBridge = Duration.milliseconds(500)

    /// The time limits it was made with.
    package let timing: Timing
    /// How far it has come.
    package private(set) var phase: Phase

    /// What is known of the newest partial hypothesis.
    struct Words: Sendable {
        /// How far it is on its way to a command; nil without a grammar, and again when somebody begins to speak: words that were
        /// found before are none.
        var progress: Grammar.Progress?
        /// In how many ways it can go on to the end of a command; see `Grammar.continuationCount(of:)`.
        var continuationCount = Double.infinity
        /// Whether it ends in a number that one more word would make another.
        var isWithinQuantity = false
        /// How many letters the longest word has that may come next.
        var longestNext = 0
        /// How long the search has found no words after its own; see `PartialHypothesis.silence`.
        var silenceAfterWords = Duration.zero
        /// How long the network of phones has heard none; nil where there is no network. See `PartialHypothesis.phoneSilence`.
        var phoneSilence: Duration?
        /// How long one of its letters takes, the last word and pauses left out; nil before there are ten.
        var pace: Duration?
        /// Whether the search still hears its last word.
        var isWithinWord = false
    }

    var words = Words()

    /// Whether the utterance has ended: it tells nothing any more.
    package var isOver: Bool { phase == .over }

    /// Whether the newest block is no speech.
    package var isQuiet: Bool { quiet > 0 }

    /// Whether the newest block comes so late after the last speech that it must not be searched unless speech goes on.
    package var withholds: Bool { phase == .underway && hasSpeech && quiet > blocks(timing.tail) }

    /// Whether somebody speaks on as far as is known: the utterance has not ended, or for its length.
    package var isMidspeech: Bool { hasSpeech && (phase == .underway || hasEndedForLength) }

    /// Whether anybody has spoken since it began: there was as much speech in 200 ms as `Timing.onset` asks for.
    package private(set) var hasSpeech = false

    /// Blocks since the utterance began, and since its last speech.
    private var length = 0
    private var quiet = 0
    /// The decisions of the last 200 ms, the newest in bit 0.
    private var recent: UInt32 = 0
    private var hasEndedForLength = false
    /// The words whose progress is known.
    private var followed: [String] = []

    private static let onsetWindow = 20
    /// Before the maximum, in which `Timing.latePause` ends an utterance.
    private static let late = Duration.seconds(5)

    /// For one utterance.
    package init(start: Start, timing: Timing = Timing()) {
        self.timing = timing
        phase = start == .atOnce ? .underway : .waiting
    }

    /// Takes the decision on the next 10 ms. Costs next to nothing.
    ///
    /// - Returns: what the block brings, mostly nothing; `.speechBegan` at most once, then `.ended` once.
    package mutating func process(isSpeech: Bool) -> Event? {
        note(isSpeech: isSpeech)
        switch phase {
        case .waiting: return wait()
        case .underway: return listen()
        case .over: return nil
        }
    }

    /// Takes the decisions on blocks of the utterance that were heard before it was known that it had begun, the oldest
    /// first; whether they end it comes with the next block. For one that begins at once; they count into its length.
    ///
    /// ```swift
    /// var endpointer = Endpointer(start: .atOnce)
    /// endpointer.catchUp(decisionsSinceTheWakePhrase)
    /// if endpointer.hasSpeech { decoder.begin(firstFrame: phrase.end) }
    /// ```
    package mutating func catchUp(_ decisions: [Bool]) {
        for isSpeech in decisions { note(isSpeech: isSpeech) }
    }

    /// What was taken for speech has come to nothing, a cough or a cup: nobody has spoken yet, and how long the utterance takes is counted
    /// on. Also of one that has just ended by `.trailingSilence`, which is under way again.
    package mutating func forgetSpeech() {
        (phase, hasSpeech, hasEndedForLength) = (.underway, false, false)
        (quiet, recent) = (0, 0)
        (words, followed) = (Words(), [])
    }

    private mutating func note(isSpeech: Bool) {
        recent = (recent << 1 | (isSpeech ? 1 : 0)) & (1 << Self.onsetWindow - 1)
        guard phase == .underway else { return }
        length += 1
        quiet = isSpeech ? 0 : quiet + 1
        guard isOnset, !hasSpeech else { return }
        hasSpeech = true
        words.progress = nil
    }

    /// Takes a partial hypothesis: how far it has come, and how long ago its last word ended.
    package mutating func follow(_ hypothesis: PartialHypothesis, in grammar: Grammar) {
        let texts = hypothesis.words.map(\.text)
        // Most hypotheses have the words of the one before.
        if texts != followed || words.progress == nil {
            words.progress = grammar.progress(of: texts)
            words.continuationCount = grammar.continuationCount(of: texts)
            words.longestNext = grammar.longestNextWord(after: texts)
            words.isWithinQuantity =
                words.progress == .complete(extendable: true) && grammar.mayChangeQuantity(after: texts)
            followed = texts
        }
        words.silenceAfterWords = hypothesis.silence
        words.phoneSilence = hypothesis.phoneSilence
        words.pace = Self.pace(of: hypothesis.words.dropLast())
        words.isWithinWord = !texts.isEmpty && hypothesis.silence < .milliseconds(30)
    }

    private mutating func wait() -> Event? {
        guard isOnset else { return nil }
        let sinceFirst = UInt32.bitWidth - recent.leadingZeroBitCount
        phase = .underway
        hasSpeech = true
        length = sinceFirst + blocks(timing.preRoll)
        quiet = recent.trailingZeroBitCount
        return .speechBegan(since: Duration.milliseconds(10) * length)
    }

    private mutating func listen() -> Event? {
        guard let cause = causeToEnd else { return nil }
        phase = .over
        hasEndedForLength =
            cause == .maximum || cause == .trailingSilence && quiet < blocks(timing.trailingSilence)
        return .ended(cause)
    }

    private var causeToEnd: Cause? {
        if length >= blocks(timing.maximum) { return .maximum }
        guard hasSpeech else { return length >= blocks(timing.noSpeech) ? .noSpeech : nil }
        if case .complete(let extendable) = words.progress, hasPausedEnough(extendable: extendable) {
            return .complete
        }
        let isLate = length >= blocks(timing.maximum - Self.late)
        let pause = isLate ? timing.latePause ?? timing.trailingSilence : timing.trailingSilence
        return quiet >= blocks(pause) ? .trailingSilence : nil
    }

    /// Whether whoever has said a complete command has paused for long enough: to the ear, to the search or to the network.
    private func hasPausedEnough(extendable: Bool) -> Bool {
        let limits = pauseLimits(extendable: extendable)
        if quiet >= blocks(limits.sound) || words.silenceAfterWords >= limits.search { return true }
        guard let phoneSilence = words.phoneSilence, let phones = limits.phones,
            let agreed = limits.agreedPhones
        else { return false }
        return phoneSilence >= phones
            || phoneSilence >= agreed && quiet >= blocks(Self.agreement)
            || phoneSilence >= Self.confirmation && quiet >= blocks(limits.confirmedSound)
    }

    /// Whether enough of the last 200 ms is speech: a click or a pop is shorter.
    private var isOnset: Bool { recent.nonzeroBitCount >= blocks(timing.onset) }

    private func blocks(_ span: Duration) -> Int {
        Int((span / .milliseconds(10)).rounded())
    }
}

import Capture
import Decoding
import Platform

/// Cuts sound into utterances and has each of them decoded: the one way from samples to hypotheses.
///
/// It hears all sound, save a long quiet (``QuietGate``), through the front end: when speech begins, whether a wake phrase was
/// said, and when an utterance is over. Whoever owns it decides what starts one (``Trigger``) and what becomes of it. Sound is
/// kept for an utterance between ``begin(_:)`` and ``end()`` and at no other time; before that there is only the history of the
/// last seconds, from which the pre-roll is taken.
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
        /// Somebody has begun to speak, and nothing is kept yet; told with every block until somebody takes it up, 3 s at most.
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
    package enum Subject {
        /// A command, or free text.
        case command
        /// Yes or no.
        case answer
    }

    /// The utterance under way: from where on it is kept, and until when.
    private struct OpenUtterance {
        /// Where it may begin at the earliest.
        let earliest: UInt64
        /// How much of its beginning may be the end of a wake phrase, or of what was said before a press.
        let lead: Duration
        /// Whether nobody spoke just before the press.
        var beganInQuiet = false
        /// Whether it is not searched before somebody speaks: after a wake phrase, as of quiet alone a grammar makes a
        /// command that may be believed (2 of 100 recordings of "computer" with nothing after it were orders). Behind a
        /// button it is, as somebody says that they speak, however quiet the microphone.
        var isAwaitingSpeech = false
        /// When sound is kept no longer although speech may go on: the button was let go.
        var recordingEnd: Duration?
        var noticeAt: UInt64?
    }

    /// In which an endpointer tells speech from a click.
    private static let onsetWindow = Duration.milliseconds(200)
    /// A quiet before the first word that is left out, although a weak first sound may hide in it.
    static let longQuiet = Duration.seconds(1)
    /// In which a wake phrase may still sound, or what was said before a press: 0.3 s of pre-roll, and a skirt.
    private static let lead = Duration.milliseconds(350)
    /// Less speech than this after a wake phrase, in blocks, is the phrase's own last sound: 0.2 s.
    private static let fewestSpoken = 20
    /// An onset that nobody took up for this long is stale.
    private static let onsetLife = Duration.seconds(3)
    /// What is remembered: a wake phrase and the command that was said with it, while the one before is decided; and a
    /// command, a pause, and what goes it on.
    private static let memory = Duration.seconds(10)

    private let commands: Topic
    private let answers: Topic?
    let options: Options
    /// What the next utterance is taken for, or the one under way.
    private var subject = Subject.command

    /// Nil where nothing that listens costs much.
    private var gate: QuietGate?
    private let frontEnd: FrontEnd
    private var detector = VoiceActivityDetector()
    /// Nil without wake phrases.
    private var wakeMonitor: WakeMonitor?
    private var endpointer: Endpointer
    private(set) var history: PreRollBuffer
    private var utterance: OpenUtterance?
    /// Of the newest utterance, where it is settled piece by piece.
    var pieces: Pieces?
    /// The search for commands, where it may be busy with one piece while the next is spoken.
    let pieceSearch: ConsecutiveSearch?
    /// The frames of the newest utterance that is over.
    package private(set) var newest: Range<UInt64> = 0..<0
    /// Whether there was any sound of speech in the newest utterance, however long ago.
    package private(set) var newestHasSpeech = false
    /// How much of the beginning of the newest utterance may have been something else.
    package private(set) var newestLead = Duration.zero
    /// Where speech began that nobody has taken up yet.
    private var onset: UInt64?

    /// - Parameters:
    ///   - commands: what is listened for, unless ``expect(_:)`` says otherwise.
    ///   - answers: what a yes or no is searched for; nil where nobody is asked.
    ///   - wake: looks for wake phrases; nil without any.
    ///   - options: how sound is cut.
    ///   - wakeWitness: hears of all that sounded like a wake phrase, believed or not.
    package init(
        _ commands: Topic, answers: Topic? = nil, wake: (any WakeSearch)? = nil, options: Options = Options(),
        wakeWitness: ((WakeDetection) -> Void)? = nil
    ) {
        pieceSearch = options.settlesPieces ? ConsecutiveSearch(commands.search) : nil
        self.commands = pieceSearch.map { commands.searched(by: $0) } ?? commands
        self.answers = answers
        self.options = options
        wakeMonitor = wake.map {
            WakeMonitor(
                $0, sampleRate: options.sampleRate, isLockstep: options.isLockstep, witness: wakeWitness)
        }
        frontEnd = FrontEnd(options.frontEnd, noise: options.noise, sampleRate: options.sampleRate)
        if wake != nil || options.frontEnd.reducesNoise && options.noise != nil {
            gate = QuietGate(
                sampleRate: options.sampleRate, raisesGain: options.frontEnd.controlsGain)
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

    /// Has free text searched by a profile from the next utterance on.
    package func setProfile(_ profile: DictationProfile) { commands.search.setProfile(profile) }

    /// How loud the newest utterance was, or the last 3 s of it, in dBFS: a tenth of its speech was louder. Nil without any.
    package var level: Double? {
        let spoken = history.blocks(since: newest.lowerBound)
            .filter { $0.isSpeech && $0.first < newest.upperBound }
        let levels = spoken.map(\.level).sorted()
        return levels.isEmpty ? nil : levels[levels.count * 9 / 10]
    }

    /// Whether an utterance is kept at the moment.
    package var isUnderway: Bool { utterance != nil }

    var topic: Topic { subject == .answer ? answers ?? commands : commands }

    private func frames(_ span: Duration) -> UInt64 { span.frames(at: options.sampleRate) }

    // MARK: - Sound

    /// Hears the next block.
    ///
    /// - Parameters:
    ///   - block: 10 ms or so, ``FrontEnd/longestBlock`` at most, 16 bit mono.
    ///   - first: its first frame on the capture clock. If it does not follow on the block before, what was kept of
    ///     that is forgotten; a gap that is known is handed to ``bridge(_:)``.
    package func process(_ block: UnsafeBufferPointer<Int16>, first: UInt64) -> [Event] {
        guard gate?.passes(block, first: first, isNeeded: utterance != nil) ?? true else { return [] }
        return hearKept() + hear(block, first: first)
    }

    /// Whether nothing but quiet was heard for a while, so that what listens to sound rests.
    package var isResting: Bool { gate?.isOpen == false }

    /// Hears what was held back before the sound that comes now.
    private func hearKept() -> [Event] {
        var events: [Event] = []
        gate?.release { kept, first in
            // An onset is told again with the sound that comes now, and may be taken up only once.
            events += hear(kept, first: first).filter { if case .speechBegan = $0 { false } else { true } }
        }
        return events
    }

    /// Hears a block that is more than quiet, or comes soon after such a one.
    private func hear(_ block: UnsafeBufferPointer<Int16>, first: UInt64) -> [Event] {
        let (samples, first) = frontEnd.process(block, first: first)
        guard !samples.isEmpty else { return [] }
        let isSpeech = detector.process(samples)
        history.append(samples, first: first, isSpeech: isSpeech, level: detector.level)
        let woken = wakeMonitor?.process(samples, first: first, history: history) ?? []
        guard let utterance else { return woken + wait(isSpeech: isSpeech) }

        var events: [Event] = []
        let wasSpoken = endpointer.hasSpeech
        if case .ended(let cause) = endpointer.process(isSpeech: isSpeech),
            options.endsWithPause || subject == .answer || cause == .maximum
        {
            // The rest of the pause that ended it is noise at best: to feed it would bring back what was withheld.
            return [.ended] + woken
        }
        if let notice = utterance.noticeAt, history.end >= notice {
            self.utterance?.noticeAt = nil
            events.append(.limit(remaining: options.notice ?? .zero))
        }
        if endpointer.hasSpeech, !wasSpoken {
            search(utterance, fromSpeechIn: samples)
        } else if !utterance.isAwaitingSpeech, pieces?.isOpen != false {
            feed(samples, isWithheld: endpointer.withholds)
        }
        followPieces(isSpeech: isSpeech)
        return events + woken
    }

    /// Hears the last sound of a stream that is over, which stages of the front end still hold back; no sound may follow.
    package func finish() -> [Event] {
        let silence = [Int16](repeating: 0, count: frontEnd.delay)
        return silence.withUnsafeBufferPointer { silence in
            silence.isEmpty ? [] : process(silence, first: history.end + UInt64(silence.count))
        }
    }

    /// Begins the search shortly before the first speech, after a long quiet behind a button anew.
    ///
    /// The quiet before would become part of the cepstral mean, and speech less that fits nothing: of 55 orders 3.5 s after
    /// their wake phrase 40 were right when it was searched, and 48 without; of 100 so long after a press 86, and 92.
    ///
    /// - Parameter samples: the newest block, which the history has.
    private func search(_ utterance: OpenUtterance, fromSpeechIn samples: UnsafeBufferPointer<Int16>) {
        let first = history.end - min(history.end, frames(topic.timing.preRoll + Self.onsetWindow))
        if !utterance.isAwaitingSpeech {
            guard utterance.beganInQuiet, first >= utterance.earliest + frames(Self.longQuiet) else {
                return feed(samples, isWithheld: false)
            }
            // What was found in the quiet is forgotten.
            topic.search.cancel()
            pieces?.unanswered = 0
        }
        decode(since: max(utterance.earliest, first), lead: utterance.lead)
    }

    /// While nothing is kept: looks out for the first sound of speech.
    private func wait(isSpeech: Bool) -> [Event] {
        if case .speechBegan(let frames) = endpointer.process(isSpeech: isSpeech) {
            // The endpointer counts at 16 kHz.
            let span = UInt64(frames * options.sampleRate / 16_000)
            onset = history.end - min(history.end, span)
        }
        guard let start = onset else { return [] }
        guard history.end - start < frames(Self.onsetLife) else {
            lookOut()
            return []
        }
        return [.speechBegan]
    }

    /// Sound is missing.
    ///
    /// - Returns: false when an utterance was under way that cannot be saved.
    package func bridge(_ gap: CaptureGap) -> Bool {
        guard let utterance, gap.frames <= frames(Endpointer.longestBridge) else {
            forget(before: gap.at + gap.frames)
            return utterance == nil
        }
        let silence = [Int16](repeating: 0, count: Int(gap.frames))
        history.appendSilence(silence.count)
        guard !utterance.isAwaitingSpeech, pieces?.isOpen != false else { return true }
        silence.withUnsafeBufferPointer { feed($0, isWithheld: endpointer.withholds) }
        return true
    }

    /// Forgets what was heard before `frame`, and what comes next does not follow on it: the mute switch is on, the appliance
    /// itself can be heard, or sound is missing.
    package func forget(before frame: UInt64) {
        gate?.reset(at: frame)
        frontEnd.reset()
        wakeMonitor?.reset(at: frame)
        history.clear(at: frame)
        lookOut()
    }

    /// Takes what is said from now on for this; what was heard so far is forgotten.
    package func expect(_ subject: Subject) {
        discard()
        self.subject = subject
        forget(before: history.end)
    }

    // MARK: - Utterances

    /// Keeps sound from now on, and what the pre-roll holds.
    ///
    /// - Parameter trigger: what began it, which says how far back it reaches.
    package func begin(_ trigger: Trigger) {
        gate?.open()
        _ = hearKept()
        var utterance: OpenUtterance
        switch trigger {
        case .speech:
            utterance = OpenUtterance(earliest: onset ?? history.end, lead: .zero)
        case .button:
            let timing = commands.timing
            endpointer = Endpointer(
                start: .atOnce, timing: options.endsWithPause ? timing : timing.withoutPauses)
            let earliest = history.end - min(history.end, frames(options.preRoll))
            utterance = OpenUtterance(earliest: earliest, lead: Self.lead)
            utterance.beganInQuiet = !history.blocks(since: earliest).contains { $0.isSpeech }
        case .wakePhrase(let end):
            utterance = OpenUtterance(earliest: end, lead: Self.lead)
            catchUp(since: end)
            utterance.isAwaitingSpeech = !endpointer.hasSpeech
        }
        if subject == .command, let notice = options.notice {
            utterance.noticeAt = history.end + frames(commands.timing.maximum - notice)
        }
        self.utterance = utterance
        onset = nil
        beginPieces(trigger)
        if utterance.isAwaitingSpeech {
            topic.search.cancel()
        } else {
            decode(since: utterance.earliest, lead: utterance.lead)
        }
    }

    /// Tells a command that was said in one breath with its phrase from the phrase's own last sound.
    private func catchUp(since end: UInt64) {
        endpointer = Endpointer(start: .atOnce, timing: commands.timing)
        let decisions = history.blocks(since: end).map(\.isSpeech)
        if decisions.count(where: { $0 }) >= Self.fewestSpoken { endpointer.catchUp(decisions) }
    }

    func decode(since frame: UInt64, lead: Duration) {
        utterance?.isAwaitingSpeech = false
        let (first, preRoll) = history.since(frame)
        var request = topic.request
        request.lead = lead
        topic.search.begin(firstFrame: first, request: request)
        preRoll.withUnsafeBufferPointer { feed($0, isWithheld: false) }
    }

    /// Keeps no more once the post-roll after `time` is over.
    package func endSoon(after time: Duration) {
        utterance?.recordingEnd = time + options.postRoll
    }

    /// The button is down again before the post-roll was over: the utterance goes on.
    package func keepOn() {
        utterance?.recordingEnd = nil
    }

    /// Keeps no more; the result comes as an update.
    package func end() {
        guard let utterance else { return }
        // Where nobody spoke there is nothing to search, and it comes to no words.
        if utterance.isAwaitingSpeech { decode(since: history.end, lead: .zero) }
        stopKeeping()
        if endPieces() { finishSearch() }
    }

    /// Has the search come to its end of what was fed.
    func finishSearch() {
        topic.search.finish()
        if options.isLockstep { topic.search.settle() }
    }

    /// Searches what was said from `frame` to the end of the newest utterance as one: what came before a pause may have been
    /// its beginning. The result comes as an update. Between utterances, once the newest has its result.
    ///
    /// - Parameters:
    ///   - frame: where an utterance before the newest began.
    ///   - lead: how much of that beginning may be something else; see ``newestLead``.
    /// - Returns: false when that is too long ago to be remembered.
    package func searchAgain(since frame: UInt64, lead: Duration) -> Bool {
        guard utterance == nil, history.start <= frame, frame < newest.upperBound else { return false }
        let (first, sound) = history.since(frame)
        // Noise after the last word invents words.
        let lastSpoken = history.blocks(since: newest.lowerBound).last {
            $0.isSpeech && $0.first < newest.upperBound
        }
        let end = min(newest.upperBound, (lastSpoken?.first ?? newest.upperBound) + frames(topic.timing.tail))
        var request = topic.request
        request.lead = lead
        // They would be taken for what the next utterance begins with.
        request.reportsPartials = false
        topic.search.begin(firstFrame: first, request: request)
        sound.prefix(Int(end - first)).withUnsafeBufferPointer { feed($0, isWithheld: false) }
        finishSearch()
        return true
    }

    /// Keeps no more, and forgets what was kept.
    package func discard() {
        topic.search.cancel()
        pieces = nil
        stopKeeping()
    }

    private func stopKeeping() {
        if let utterance {
            newest = min(utterance.earliest, history.end)..<history.end
            newestLead = utterance.lead
            newestHasSpeech = endpointer.hasSpeech || level != nil
        }
        utterance = nil
        lookOut()
    }

    private func lookOut() {
        onset = nil
        endpointer = Endpointer(start: .atSpeech, timing: topic.timing)
    }

    private func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        topic.search.feed(samples, isWithheld: isWithheld)
        if options.isLockstep { topic.search.settle() }
    }

    // MARK: - Results

    /// Takes the wake phrases that were found since the last block, so that nobody is woken for them again; what comes of them
    /// is told with the next block.
    package func takeDetections() {
        wakeMonitor?.takeDetections()
    }

    /// The next update of the utterance, or nil; the newest partial words tell the endpointer how long a pause may be. Where
    /// the utterance is settled piece by piece, each piece has a final hypothesis: see ``expectsMore``.
    package func nextUpdate() -> UtteranceUpdate? {
        let update = topic.search.next()
        if case .partial(let partial) = update, let grammar = topic.grammar {
            endpointer.follow(partial, in: grammar)
        }
        return answered(update)
    }
}

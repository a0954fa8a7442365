import Capture
import Commands
import Glibc
import Journal
import Language
import Recognition

/// The appliance's ear: knows when somebody speaks, keeps utterances, and has them decoded.
///
/// Owned by the station's thread. It keeps sound between `begin` and `end` and at no other time; before that there
/// is only the history of the last seconds, from which the pre-roll is taken. Recognition's `ContinuousDecoder` cuts
/// running speech into utterances by itself; here a button, a wake phrase or the station's machine says when one begins.
final class Hearing {
    /// What sound came to.
    enum News {
        /// Somebody has begun to speak, and nothing is kept yet.
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
    enum Cause {
        /// The first sound of speech.
        case speech
        case button
        /// A wake phrase; the command may follow in the same breath.
        case wakePhrase(end: UInt64)
    }

    /// What an utterance is taken for.
    enum Subject {
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

    static let sampleRate = AudioFormat.recognition.sampleRate
    /// In which an endpointer tells speech from a click: 0.2 s.
    private static let onsetWindow = UInt64(sampleRate / 5)
    /// A quiet before the first word that is left out, although a weak first sound may hide in it: 1 s.
    private static let longQuiet = UInt64(sampleRate)
    /// In which a wake phrase may still sound, or what was said before a press: 0.3 s of pre-roll, and a skirt.
    private static let lead = Duration.milliseconds(350)
    /// Less speech than this after a wake phrase, in blocks, is the phrase's own last sound: 0.2 s.
    private static let fewestSpoken = 20
    /// An onset that nobody took up for this long is stale.
    private static let onsetLife = UInt64(sampleRate * 3)

    private let commands: any WordSearch
    private let answers: (any WordSearch)?
    /// What pauses are judged by.
    private let grammar: Grammar?
    private let limits: UtteranceLimits
    private let timing: Endpointer.Timing
    /// What the next utterance is taken for, or the one under way.
    private var subject = Subject.command
    /// Whether pauses end an utterance; a button that is held, or pressed again, does that by itself.
    private let endsWithPause: Bool
    /// Whether each block is decoded before the next is heard.
    private let isLockstep: Bool

    private let frontEnd: FrontEnd
    private var detector = VoiceActivityDetector()
    private var recent = RecentBlocks()
    /// Nil without wake phrases.
    private var wakeWatch: WakeWatch?
    private var endpointer: Endpointer
    private var history = AudioHistory(capacity: sampleRate * 6)
    private var utterance: OpenUtterance?
    /// The frames of the newest utterance that is over.
    private(set) var newest: Range<UInt64> = 0..<0
    /// Where speech began that nobody has taken up yet.
    private var onset: UInt64?

    init(
        _ configuration: Configuration, decoders: Decoders, isLockstep: Bool,
        wakeWitness: ((WakeDetection) -> Void)? = nil
    ) {
        commands = decoders.utterance
        answers = decoders.answer
        wakeWatch = decoders.wake.map { WakeWatch($0, isLockstep: isLockstep, witness: wakeWitness) }
        self.isLockstep = isLockstep
        grammar = configuration.limits.endpointing == .grammar ? configuration.grammar : nil
        limits = configuration.limits
        frontEnd = FrontEnd(configuration.frontEnd, sampleRate: Self.sampleRate)
        timing = Endpointer.Timing(limits)
        let mode = configuration.buttons[.talk]?.mode
        endsWithPause = configuration.listen != .button || mode == .once
        endpointer = Endpointer(start: .atSpeech, timing: timing)
    }

    /// Readable while results wait.
    var wakeDescriptors: [Int32] {
        [commands.wakeDescriptor, answers?.wakeDescriptor, wakeWatch?.wakeDescriptor].compactMap { $0 }
    }

    /// When sound is kept no longer although speech may go on: the button was let go.
    var recordingEnd: Duration? { utterance?.recordingEnd }

    /// How loud the newest utterance was, or the last 3 s of it, in dBFS: a tenth of its speech was louder. Nil without any.
    var level: Double? {
        let spoken = recent.since(newest.lowerBound).filter { $0.isSpeech && $0.first < newest.upperBound }
        let levels = spoken.map(\.level).sorted()
        return levels.isEmpty ? nil : levels[levels.count * 9 / 10]
    }

    private var decoder: any WordSearch { subject == .answer ? answers ?? commands : commands }

    // MARK: - Sound

    /// Takes the next block.
    func hear(_ block: UnsafeBufferPointer<Int16>, first: UInt64) -> [News] {
        let samples = frontEnd.process(block)
        history.append(samples, first: first)
        let isSpeech = detector.process(samples)
        recent.append(RecentBlocks.Block(first: first, isSpeech: isSpeech, level: detector.level))
        let woken = wakeWatch?.process(samples, first: first, recent: recent) ?? []
        guard let utterance else { return woken + wait(isSpeech: isSpeech) }

        var news: [News] = []
        let wasSpoken = endpointer.hasSpeech
        if case .ended(let cause) = endpointer.process(isSpeech: isSpeech),
            endsWithPause || subject == .answer || cause == .maximum
        {
            news.append(.ended)
        }
        if let notice = utterance.noticeAt, history.end >= notice {
            self.utterance?.noticeAt = nil
            news.append(.limit(remaining: limits.noticeBeforeEnd))
        }
        if endpointer.hasSpeech, !wasSpoken {
            search(utterance, fromSpeechIn: samples)
        } else if !utterance.isAwaitingSpeech {
            feed(samples, isWithheld: endpointer.withholds)
        }
        return news + woken
    }

    /// Begins the search shortly before the first speech, after a long quiet behind a button anew.
    ///
    /// The quiet before would become part of the channel mean, and speech less that fits nothing: of 55 orders 3.5 s after
    /// their wake phrase 40 were right when it was searched, and 48 without; of 100 so long after a press 86, and 92.
    ///
    /// - Parameter samples: the newest block, which the history has.
    private func search(_ utterance: OpenUtterance, fromSpeechIn samples: UnsafeBufferPointer<Int16>) {
        let preRoll = timing.preRoll.frames(at: Self.sampleRate)
        let first = history.end - min(history.end, preRoll + Self.onsetWindow)
        if !utterance.isAwaitingSpeech {
            guard utterance.beganInQuiet, first >= utterance.earliest + Self.longQuiet else {
                return feed(samples, isWithheld: false)
            }
            // What was found in the quiet is forgotten.
            decoder.cancel()
        }
        decode(since: max(utterance.earliest, first), lead: utterance.lead)
    }

    /// While nothing is kept: looks out for the first sound of speech.
    private func wait(isSpeech: Bool) -> [News] {
        if case .speechBegan(let frames) = endpointer.process(isSpeech: isSpeech) {
            onset = history.end - min(history.end, UInt64(frames))
        }
        guard let start = onset else { return [] }
        guard history.end - start < Self.onsetLife else {
            lookOut()
            return []
        }
        return [.speechBegan]
    }

    /// Sound is missing.
    ///
    /// - Returns: false when an utterance was under way that cannot be saved.
    func bridge(_ gap: CaptureGap) -> Bool {
        guard let utterance, gap.frames <= Endpointer.longestBridge.frames(at: Self.sampleRate) else {
            ignore(upTo: gap.at + gap.frames)
            return utterance == nil
        }
        let silence = [Int16](repeating: 0, count: Int(gap.frames))
        silence.withUnsafeBufferPointer { samples in
            history.append(samples, first: gap.at)
            if !utterance.isAwaitingSpeech { feed(samples, isWithheld: endpointer.withholds) }
        }
        return true
    }

    /// Forgets what was heard before `frame`, and what comes next does not follow on it: the mute switch is on, the appliance
    /// itself can be heard, or sound is missing.
    func ignore(upTo frame: UInt64) {
        frontEnd.reset()
        recent.clear()
        wakeWatch?.reset(at: frame)
        history.clear(at: frame)
        lookOut()
    }

    /// Takes what is said from now on for this; what was heard so far is forgotten.
    func expect(_ subject: Subject) {
        discard()
        self.subject = subject
        ignore(upTo: history.end)
    }

    // MARK: - Utterances

    /// Keeps sound from now on, and what the pre-roll holds.
    ///
    /// - Parameter cause: what began it, which says how far back it reaches.
    func begin(_ cause: Cause) {
        var utterance: OpenUtterance
        switch cause {
        case .speech:
            utterance = OpenUtterance(earliest: onset ?? history.end, lead: .zero)
        case .button:
            endpointer = Endpointer(start: .atOnce, timing: endsWithPause ? timing : timing.withoutPauses)
            let preRoll = limits.preRoll.frames(at: Self.sampleRate)
            utterance = OpenUtterance(earliest: history.end - min(history.end, preRoll), lead: Self.lead)
            utterance.beganInQuiet = !recent.since(utterance.earliest).contains { $0.isSpeech }
        case .wakePhrase(let end):
            utterance = OpenUtterance(earliest: end, lead: Self.lead)
            catchUp(since: end)
            utterance.isAwaitingSpeech = !endpointer.hasSpeech
        }
        if subject == .command {
            let untilNotice = limits.longest - limits.noticeBeforeEnd
            utterance.noticeAt = history.end + untilNotice.frames(at: Self.sampleRate)
        }
        self.utterance = utterance
        onset = nil
        if utterance.isAwaitingSpeech {
            decoder.cancel()
        } else {
            decode(since: utterance.earliest, lead: utterance.lead)
        }
    }

    /// Tells a command that was said in one breath with its phrase from the phrase's own last sound.
    private func catchUp(since end: UInt64) {
        endpointer = Endpointer(start: .atOnce, timing: timing)
        let decisions = recent.since(end).map(\.isSpeech)
        if decisions.count(where: { $0 }) >= Self.fewestSpoken { endpointer.catchUp(decisions) }
    }

    private func decode(since frame: UInt64, lead: Duration) {
        utterance?.isAwaitingSpeech = false
        let (first, preRoll) = history.since(frame)
        decoder.begin(firstFrame: first, lead: lead)
        preRoll.withUnsafeBufferPointer { feed($0, isWithheld: false) }
    }

    /// Keeps no more once the post-roll after `time` is over.
    func endSoon(after time: Duration) {
        utterance?.recordingEnd = time + limits.postRoll
    }

    /// The button is down again before the post-roll was over: the utterance goes on.
    func keepOn() {
        utterance?.recordingEnd = nil
    }

    /// Keeps no more; the result comes as an update.
    func end() {
        guard let utterance else { return }
        // Where nobody spoke there is nothing to search, and it comes to no words.
        if utterance.isAwaitingSpeech { decode(since: history.end, lead: .zero) }
        stopKeeping()
        decoder.finish()
        if isLockstep { decoder.settle() }
    }

    /// Keeps no more, and forgets what was kept.
    func discard() {
        decoder.cancel()
        stopKeeping()
    }

    private func stopKeeping() {
        if let utterance { newest = min(utterance.earliest, history.end)..<history.end }
        utterance = nil
        lookOut()
    }

    private func lookOut() {
        onset = nil
        endpointer = Endpointer(start: .atSpeech, timing: subject == .answer ? .answer : timing)
    }

    private func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        decoder.feed(samples, isWithheld: isWithheld)
        if isLockstep { decoder.settle() }
    }

    // MARK: - Results

    /// Takes the wake phrases that were found since the last block, so that nobody is woken for them again; what comes of them
    /// is told with the next block.
    func takeDetections() {
        wakeWatch?.takeDetections()
    }

    /// The next news of the utterance, or nil.
    func nextUpdate() -> UtteranceUpdate? {
        let update = decoder.next()
        if case .partial(let partial) = update,
            let grammar = subject == .answer ? Answer.grammar : grammar
        {
            endpointer.follow(partial, in: grammar)
        }
        return update
    }
}

import Decoding
import Platform

/// What is kept for an utterance, from its beginning to its end, and handed to the search.
extension UtteranceSegmenter {
    /// In which a wake phrase may still sound, or what was said before a press: 0.3 s of pre-roll, and a skirt.
    private static let lead = Duration.milliseconds(350)
    /// Of a word that begins with a weak one, which is no speech yet to whoever looks at loudness.
    private static let firstSound = Duration.milliseconds(80)
    /// For so long the search's last word on what may be a noise is waited for with the utterance open: one that lags is waited for when
    /// it is over, as any is.
    static let patience = Duration.milliseconds(500)
    /// Less speech than this right after a wake phrase, in blocks, is the phrase's own last sound: 0.2 s.
    private static let fewestSpoken = 20
    /// Blocks without speech right behind a wake phrase after which none of its own sounds follow: less may be the closure of a "p".
    private static let leastPause = 8

    /// Keeps sound from now on, and what the pre-roll holds.
    ///
    /// - Parameter trigger: what began it, which says how far back it reaches.
    package func begin(_ trigger: Trigger) {
        gate?.open()
        _ = hearKept()
        var utterance: OpenUtterance
        var searchedUntil = UInt64.max
        switch trigger {
        case .speech:
            let start = max(onset ?? history.end, cut, heardUntil)
            // Its pre-roll may have the last sound of the one before.
            let shared = newest.frames.upperBound - min(start, newest.frames.upperBound)
            utterance = OpenUtterance(earliest: start, lead: .frames(shared, at: options.sampleRate))
            // Its end may have been heard before anybody took it up: then it comes with the next block.
            if endpointer.isOver {
                endpointer = Endpointer(start: .atOnce, timing: plan.timing)
                endpointer.catchUp(history.blocks(since: start).map(\.isSpeech))
                searchedUntil = spokenEnd(in: start..<history.end)
            }
        case .button:
            var timing = options.press == .once ? commands.timing : commands.timing.withoutPauses
            if options.press == .held { timing.noSpeech = timing.maximum }
            endpointer = Endpointer(start: .atOnce, timing: timing)
            // What was searched before is not said once more by a press soon after it.
            let preRoll = history.frame(beforeEnd: frames(options.preRoll))
            let earliest = max(preRoll, min(newest.frames.upperBound, history.end), cut, history.start)
            utterance = OpenUtterance(earliest: earliest, lead: Self.lead)
            utterance.endsWithPause = options.press == .once
            utterance.beganInQuiet = !history.blocks(since: earliest).contains { $0.isSpeech }
            utterance.awaitsWords = options.press == .once && plan.grammar != nil
        case .wakePhrase(let end):
            // A tone that says "I listen" has emptied the history, up to its own end.
            utterance = OpenUtterance(earliest: max(end, cut, history.start), lead: Self.lead)
            endpointer = caughtUp(since: end)
            utterance.awaitsWords = commands.grammar != nil
            utterance.isAwaitingSpeech = !endpointer.hasSpeech
        }
        if expected == .command, let notice = options.notice {
            utterance.noticeAt = history.end + frames(commands.timing.maximum - notice)
        }
        self.utterance = utterance
        onset = nil
        awaitsDecision = false
        beginPieces(trigger)
        if utterance.isAwaitingSpeech {
            search.cancel()
        } else {
            decode(since: utterance.earliest, until: searchedUntil, lead: utterance.lead)
        }
    }

    /// The end of what was heard as words already, which are not heard again as a command of their own: of 70 readings of real texts,
    /// searched for 14 words, 16 gave one, and 9 of these had been refused just before. A word may have the silence behind it for its
    /// last sound, where the first sound of the next one is.
    private var heardUntil: UInt64 {
        guard let words = newest.wordsEnd else { return 0 }
        let end = newest.frames.upperBound
        return min(words, newest.speechEnd ?? words, end - min(end, frames(Self.firstSound)))
    }

    /// The end of the speech in some sound, with what is searched after it; that of the sound where there is no speech. Noise after
    /// the last word invents words.
    private func spokenEnd(in sound: Range<UInt64>) -> UInt64 {
        lastSpeech(in: sound).map { min(sound.upperBound, $0 + frames(plan.timing.tail)) } ?? sound.upperBound
    }

    /// Behind the last block of speech.
    private func lastSpeech(in sound: Range<UInt64>) -> UInt64? {
        let last = history.blocks(since: sound.lowerBound).last { $0.isSpeech && $0.first < sound.upperBound }
        return last.map { min(sound.upperBound, $0.first + frames(.milliseconds(10))) }
    }

    /// An endpointer that has heard the command which was said in one breath with its phrase, told from the phrase's own last sound.
    /// Behind a pause there is none of that: "computer - off". The pause itself does not count: who waited may think first.
    private func caughtUp(since end: UInt64) -> Endpointer {
        var endpointer = Endpointer(start: .atOnce, timing: commands.timing)
        let decisions = history.blocks(since: end).map(\.isSpeech)
        let pause = decisions.prefix { !$0 }.count
        let spoken = Array(decisions.dropFirst(pause))
        if pause >= Self.leastPause || spoken.count(where: { $0 }) >= Self.fewestSpoken {
            endpointer.catchUp(spoken)
        }
        return endpointer
    }

    /// What sounded like speech is over, and no words were found in it by now: asks for the search's last word on it. A cough or a cup
    /// right behind a wake phrase is no command, and whoever was asked to speak may still do.
    func askForWords() {
        utterance?.askedAt = history.end
        search.finish()
        if options.isLockstep { search.settle() }
    }

    /// Takes what the search has found after ``askForWords()``: with words it is the utterance's result, which ends; without, it
    /// waits on, for as long as there is time.
    func takeAnswer() {
        guard let askedAt = utterance?.askedAt, utterance?.answer == nil else { return }
        while let update = search.next() {
            switch update {
            case .partial: continue
            case .final(let hypothesis) where hypothesis.words.isEmpty: waitOn(since: askedAt)
            case .final, .failed: utterance?.answer = update
            }
            return
        }
    }

    /// Nobody has spoken up to `frame`: what was heard by then is no part of what is said next, nor of how loud that is.
    private func waitOn(since frame: UInt64) {
        let preRoll = frames(plan.timing.preRoll)
        let earliest = max(utterance?.earliest ?? frame, frame - min(frame, preRoll))
        utterance?.earliest = earliest
        utterance?.askedAt = nil
        utterance?.isAwaitingSpeech = true
        utterance?.spokenFrom = nil
        endpointer.forgetSpeech()
        let blocks = history.blocks(since: frame)
        endpointer.catchUp(blocks.map(\.isSpeech))
        // Somebody has begun to while it was asked.
        guard endpointer.hasSpeech, let spoken = blocks.first(where: \.isSpeech)?.first else { return }
        utterance?.spokenFrom = spoken
        decode(since: max(earliest, spoken - min(spoken, preRoll)), lead: utterance?.lead ?? .zero)
    }

    /// - Parameter end: sound after it is withheld unless speech goes on.
    func decode(since frame: UInt64, until end: UInt64 = .max, lead: Duration) {
        utterance?.isAwaitingSpeech = false
        utterance?.hasWords = false
        let (first, preRoll) = history.since(frame)
        var request = plan.request
        request.lead = lead
        search.begin(firstFrame: first, request: request)
        let length = Int(max(first, min(end, history.end)) - first)
        preRoll[..<length].withUnsafeBufferPointer { feed($0, isWithheld: false) }
        guard length < preRoll.count else { return }
        preRoll[length...].withUnsafeBufferPointer { feed($0, isWithheld: true) }
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
        if let askedAt = utterance.askedAt {
            answerInHand = utterance.answer
            stopKeeping(at: askedAt)
            isDeciding = true
            return
        }
        // Where nobody spoke there is nothing to search, and it comes to no words.
        if utterance.isAwaitingSpeech { decode(since: history.end, lead: .zero) }
        stopKeeping()
        if endPieces() { finishSearch() }
    }

    /// Keeps no more, and has only what was said before `frame` searched, since something else begins there; all of it where it began
    /// too long ago to be remembered. The result comes as an update.
    ///
    /// - Parameter frame: the beginning of a wake phrase, for one.
    /// - Returns: false where nobody spoke before it; then nothing has changed.
    package func end(before frame: UInt64) -> Bool {
        guard let utterance else { return false }
        guard history.start <= utterance.earliest else {
            end()
            // What follows is in it, and is not heard twice.
            cut = history.end
            return true
        }
        let spoken = history.blocks(since: utterance.earliest + frames(utterance.lead))
            .prefix(while: { $0.first < frame })
        guard spoken.count(where: { $0.isSpeech }) >= Self.fewestSpoken else { return false }
        search.cancel()
        pieces = nil
        stopKeeping(at: frame)
        return searchAgain(since: newest, for: expected)
    }

    /// Whether somebody has spoken since `frame`, the end of a wake phrase: more than the phrase's own last sound.
    package func hasSpeech(since frame: UInt64) -> Bool {
        caughtUp(since: frame).hasSpeech
    }

    /// Has the search come to its end of what was fed.
    func finishSearch() {
        isDeciding = true
        search.finish()
        if options.isLockstep { search.settle() }
    }

    /// Searches what was said from `earlier` to the end of the newest utterance as one: what came before a pause may have been
    /// its beginning. The result comes as an update. Between utterances, once the newest has its result.
    ///
    /// - Parameters:
    ///   - earlier: an utterance before the newest, or the newest itself.
    ///   - expected: what it is taken for, which is what is listened for from now on.
    /// - Returns: false when that is too long ago to be remembered.
    package func searchAgain(since earlier: FinishedUtterance, for expected: Expected) -> Bool {
        let frame = earlier.frames.lowerBound
        guard utterance == nil, history.start <= frame, frame < newest.frames.upperBound else { return false }
        self.expected = expected
        let (first, sound) = history.since(frame)
        let end = spokenEnd(in: newest.frames)
        var request = plan.request
        request.lead = earlier.lead
        // They would be taken for what the next utterance begins with.
        request.reportsPartials = false
        search.begin(firstFrame: first, request: request)
        sound.prefix(Int(end - first)).withUnsafeBufferPointer { feed($0, isWithheld: false) }
        finishSearch()
        return true
    }

    /// Searches the newest utterance once more, taken for something else, which is what is listened for from now on. The result
    /// comes as an update. Between utterances, once it has its result.
    ///
    /// - Returns: false when it is too long ago to be remembered.
    package func searchNewest(for expected: Expected) -> Bool {
        searchAgain(since: newest, for: expected)
    }

    /// Keeps no more, and forgets what was kept.
    package func discard() {
        search.cancel()
        answerInHand = nil
        isDeciding = false
        pieces = nil
        stopKeeping()
    }

    /// - Parameter end: where what belongs to the utterance ends; nil for the end of all that was heard.
    private func stopKeeping(at end: UInt64? = nil) {
        if let utterance {
            let end = end ?? history.end
            let frames = min(utterance.earliest, end)..<end
            let level = speechLevel(in: frames)
            newest = FinishedUtterance(
                frames: frames, lead: utterance.lead, level: level,
                hasSpeech: endpointer.hasSpeech || level != nil, speechEnd: lastSpeech(in: frames))
            if endpointer.isMidspeech { cut = history.end }
        }
        utterance = nil
        lookOut()
    }

    /// Waits for the first sound of speech.
    func lookOut() {
        onset = nil
        awaitsDecision = false
        endpointer = Endpointer(start: .atSpeech, timing: plan.timing)
    }

    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        search.feed(samples, isWithheld: isWithheld)
        if options.isLockstep { search.settle() }
    }
}

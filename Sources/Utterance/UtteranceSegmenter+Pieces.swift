import Decoding

/// Long dictation behind a button, settled piece by piece: each pause ends the search of what was said before it, while sound is
/// still kept. So the words before the pause need not wait for the button, only the last piece is searched after it, and no
/// search grows with the length of the whole.
///
/// A piece has all that was fed up to the pause; the next one begins with the pause or, where that is long, shortly before
/// speech does. A pause that comes while the piece before is still searched settles nothing, so that a slow search gets longer
/// pieces and not more of them.
///
/// Evidence for the pause, of level alone (35 % of the way from the 5th to the 90th percentile of a clip's 10 ms blocks): 50
/// clips of hard read speech, 348 s, have 38 pauses of 0.5 s, 13 of 0.7 s, 5 of 1.0 s and 2 of 1.2 s or more; 40 of easier, 606
/// s, have 52, 27, 17 and 7. With 1.2 s, which ends an utterance without a button, hardly anything would be settled within a
/// minute; 0.7 s comes two or three times, beside those between the clips, and is what tasks of the Speech API wait for.
extension UtteranceSegmenter {
    /// Somebody who makes no such pause either is cut off here, in the middle of a word if it must be: what a search holds grows
    /// with each second.
    private static let longestPiece = Duration.seconds(60)

    /// How far the newest utterance is settled.
    struct Pieces {
        /// Finds the pauses, and speech after them.
        var endpointer: Endpointer
        /// Whether sound is fed: not between a pause and the next speech.
        var isOpen = true
        /// Where the newest piece ended.
        var end: UInt64 = 0
        /// How many have ended whose words are to come; -1 while the open one has failed.
        var unanswered = 0
        var awaitsWords: Bool { unanswered > 0 }
        /// Whether the utterance is over.
        var isOver = false
        /// Whether nothing was left to search at its end, which has still to be told: it ended in a pause, or its last piece failed.
        var owesEnd = false
    }

    /// Whether the utterance whose final hypothesis was taken last goes on: that was one of its pieces, and more follows, if only
    /// a hypothesis without words at its end.
    package var expectsMore: Bool { pieces.map { !$0.isOver || $0.awaitsWords } ?? false }

    private var pieceTiming: Endpointer.Timing {
        let dictation = Endpointer.Timing.dictation
        var timing = plan.timing
        timing.trailingSilence = min(timing.trailingSilence, dictation.trailingSilence)
        timing.maximum = Self.longestPiece
        // Enough for somebody who makes no such pause.
        timing.latePause = dictation.latePause
        timing.noSpeech = timing.maximum
        return timing
    }

    func beginPieces(_ trigger: Trigger) {
        pieces = nil
        guard pieceSearch != nil, case .button = trigger else { return }
        pieces = Pieces(endpointer: Endpointer(start: .atOnce, timing: pieceTiming))
    }

    /// The newest block was fed, where a piece is open.
    func followPieces(isSpeech: Bool) {
        switch pieces?.endpointer.process(isSpeech: isSpeech) {
        case .speechBegan(let span):
            pieces?.isOpen = true
            let first = history.frame(beforeEnd: frames(span))
            // A weak first sound may hide in a short quiet; a long one is no measure of the microphone.
            let end = pieces?.end ?? first
            let isShort = end + Self.longQuiet.frames(at: options.sampleRate) >= first
            decode(since: isShort ? end : first, lead: .zero)
        case .ended(let cause) where cause != .trailingSilence || pieces?.endpointer.isMidspeech == true:
            endPiece(nextBegins: .atOnce)
            decode(since: history.end, lead: .zero)
        case .ended where pieceSearch?.isBusy == true:
            pieces?.endpointer = Endpointer(start: .atOnce, timing: pieceTiming)
        case .ended:
            endPiece(nextBegins: .atSpeech)
            pieces?.isOpen = false
        case nil: break
        }
    }

    private func endPiece(nextBegins start: Endpointer.Start) {
        pieces?.unanswered += 1
        pieces?.end = history.end
        pieces?.endpointer = Endpointer(start: start, timing: pieceTiming)
        if pieces?.awaitsWords == true { finishSearch() }
    }

    /// No more sound comes.
    ///
    /// - Returns: whether there is a search to finish.
    func endPieces() -> Bool {
        guard var last = pieces else { return true }
        last.isOver = true
        if last.isOpen { last.unanswered += 1 }
        last.owesEnd = !last.awaitsWords
        pieces = last
        return last.isOpen && last.awaitsWords
    }

    /// Counts what is answered, and tells the end of an utterance that ended in a pause.
    func answered(_ update: UtteranceUpdate?) -> UtteranceUpdate? {
        switch update {
        case .final, .failed: pieces?.unanswered -= 1
        case .partial: break
        case nil where pieces?.owesEnd == true:
            pieces?.owesEnd = false
            let end = Duration.frames(newest.frames.upperBound, at: options.sampleRate)
            return .final(UtteranceHypothesis(words: [], start: end))
        case nil: break
        }
        return update
    }
}

/// The sound of an utterance that is over.
package struct FinishedUtterance: Sendable, Hashable {
    /// In frames of the capture clock.
    package var frames: Range<UInt64> = 0..<0
    /// How much of the beginning may have been something else.
    package var lead = Duration.zero
    /// How loud it was, or the last 3 s of it, in dBFS: a tenth of its speech was louder. Nil without any.
    package var level: Double?
    /// Whether there was any sound of speech, however long ago.
    package var hasSpeech = false
    /// Behind the last sound of speech; nil where none is remembered.
    package var speechEnd: UInt64?
    /// Behind the last word that was found in it; nil without words, and before it is decided.
    var wordsEnd: UInt64?

    /// This one and a later one, with what lies between: as loud as the louder of both.
    package func joined(_ later: FinishedUtterance) -> FinishedUtterance {
        FinishedUtterance(
            frames: frames.lowerBound..<max(frames.upperBound, later.frames.upperBound), lead: lead,
            level: [level, later.level].compactMap { $0 }.max(), hasSpeech: hasSpeech || later.hasSpeech,
            speechEnd: later.speechEnd ?? speechEnd, wordsEnd: later.wordsEnd ?? wordsEnd)
    }
}

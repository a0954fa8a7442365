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

    /// This one and a later one, with what lies between: as loud as the louder of both.
    package func joined(_ later: FinishedUtterance) -> FinishedUtterance {
        FinishedUtterance(
            frames: frames.lowerBound..<max(frames.upperBound, later.frames.upperBound), lead: lead,
            level: [level, later.level].compactMap { $0 }.max(), hasSpeech: hasSpeech || later.hasSpeech)
    }
}

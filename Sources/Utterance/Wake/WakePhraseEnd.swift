import Platform

/// Finds where a wake phrase that was believed has died away, and so where the command may begin.
///
/// A phrase is often recognized before its last sound is over, and the rest would be taken for a command's first word,
/// or, when the speaker then waits, for a command of its own. So the first moment without speech after it counts as its
/// end. Without such a moment, the command follows without a pause, and begins at the end that was recognized.
struct WakePhraseEnd {
    /// How much longer than recognized a phrase may sound, in frames: 0.3 s, since 0.2 s cut off some.
    private let longest: UInt64
    /// What ended longer ago was found after the sound had stopped, and nobody waits for it any more.
    private let stale: UInt64
    private var phrase: WakeDetection?

    /// - Parameter sampleRate: of the sound, in Hz.
    init(sampleRate: Int) {
        longest = Duration.milliseconds(300).frames(at: sampleRate)
        stale = (WakeMonitor.longestLag + .seconds(2)).frames(at: sampleRate)
    }

    /// A phrase was recognized; one before it that still waited is forgotten.
    mutating func begin(_ detection: WakeDetection) {
        phrase = detection
    }

    /// Looks for the end, with each block, after what was recognized in it.
    ///
    /// - Parameters:
    ///   - history: what was heard, with the block.
    ///   - first: the block's first frame.
    /// - Returns: The phrase that is over, with its true end.
    mutating func process(_ history: PreRollBuffer, first: UInt64) -> WakeDetection? {
        guard var ended = phrase else { return nil }
        guard first < ended.end + stale else {
            phrase = nil
            return nil
        }
        let latest = ended.end + longest
        if let pause = history.blocks(since: ended.end).first(where: { !$0.isSpeech })?.first, pause < latest
        {
            ended.end = pause
        } else if first < latest {
            return nil
        }
        phrase = nil
        return ended
    }

    /// A phrase that waits is forgotten: what comes next does not follow on it.
    mutating func reset() {
        phrase = nil
    }
}

import Platform

/// Finds where a wake phrase that was believed has died away, and so where the command may begin.
///
/// A phrase is often recognized before its last sound is over, and the rest would be taken for a command's first word,
/// or, when the speaker then waits, for a command of its own. So the first pause after it counts as its end. Without one, the
/// command follows in the same breath, and begins at the end that was recognized.
struct WakePhraseEnd {
    /// Blocks without speech, one after the other, that are a pause: less may be the closure of a "p" or "k" within the phrase.
    static let leastPause = 8

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
        let pause = Self.pause(in: history.blocks(since: ended.end), before: latest)
        if let pause, pause.length >= Self.leastPause {
            ended.end = pause.first
        } else if pause != nil || first < latest {
            return nil
        }
        phrase = nil
        return ended
    }

    /// The first pause that begins before `latest`; or the quiet up to now, which may become one.
    private static func pause(
        in blocks: ArraySlice<PreRollBuffer.Block>, before latest: UInt64
    ) -> (first: UInt64, length: Int)? {
        var quiet: (first: UInt64, length: Int)?
        for block in blocks {
            if block.isSpeech {
                quiet = nil
            } else if let (first, length) = quiet {
                quiet = (first, length + 1)
            } else if block.first < latest {
                quiet = (block.first, 1)
            }
            if let quiet, quiet.length >= leastPause { return quiet }
        }
        return quiet
    }

    /// A phrase that waits is forgotten: what comes next does not follow on it.
    mutating func reset() {
        phrase = nil
    }
}

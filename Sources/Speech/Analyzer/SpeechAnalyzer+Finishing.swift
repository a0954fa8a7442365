import Capture

/// How results become final, and how the analysis ends. Once it has ended, the modules' results end; the analyzer and its
/// modules cannot be used again.
///
/// Cancelling a Swift task that waits here ends the waiting for sound only: what was heard until then becomes final.
extension SpeechAnalyzer {
    /// Makes everything final that was heard up to `time`: an utterance that began before it ends with the newest sound, and
    /// what follows is another one. Returns when the results are there.
    ///
    /// - Parameter time: nil for all that was heard; one that lies ahead is waited for, as long as there is input.
    /// - Throws: what has ended the analysis; `.analyzerFinished`.
    public func finalize(through time: AudioTime?) async throws {
        if let time { await waitForSound(until: time.seconds) }
        try await settle(through: time)
    }

    /// Recognizes what was heard up to `time`, and ends: input that follows is not taken.
    ///
    /// - Throws: what has ended the analysis.
    public func finalizeAndFinish(through time: AudioTime) async throws {
        await waitForSound(until: time.seconds)
        try await finishHearing()
    }

    /// Waits for the end of the input, whichever call has begun it, recognizes all of it, and ends. Of a stream that a program
    /// fills, the program says that it has ended.
    ///
    /// - Throws: what has ended the analysis.
    public func finalizeAndFinishThroughEndOfInput() async throws {
        await waitForSound(until: .infinity)
        try await finishHearing()
    }

    /// Ends once sound of `time` was heard, as ``finalizeAndFinish(through:)``.
    ///
    /// - Throws: what has ended the analysis.
    public func finish(after time: AudioTime) async throws {
        try await finalizeAndFinish(through: time)
    }

    /// Ends at once: what is not final is dropped, and decoders are given back.
    public func cancelAndFinishNow() async {
        finish(throwing: nil)
    }
}

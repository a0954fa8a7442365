import Capture

/// How results become final, and how the analysis ends. Once it has ended, the modules' results end; the analyzer and its
/// modules cannot be used again.
///
/// Cancelling a Swift task that waits here ends the waiting for sound only: what was heard until then becomes final. Any number of
/// tasks may wait. One that still waits for sound when another one ends the analysis, or for results when another one cancels it,
/// throws what has ended it, or a `CancellationError`. Finishing once more does nothing.
extension SpeechAnalyzer {
    /// Makes everything final that was said up to `time`: an utterance that began before it ends with the newest sound, and
    /// what follows is another one. Returns when the results are there. Where nobody speaks, the newest sound stays in
    /// ``volatileRange``: the first sound of the next utterance may be in it.
    ///
    /// - Parameter time: nil for all that was heard; one that lies ahead is waited for, as long as there is input or the first is to
    ///   come.
    /// - Throws: what has ended the analysis, or a `CancellationError`; `.analyzerFinished`.
    public func finalize(through time: AudioTime?) async throws {
        if let time { try await waitForSound(until: time.seconds) }
        try await settle(through: time)
    }

    /// Waits for sound up to `time`, as long as there is input; recognizes all that was heard by then, what lies after `time` as well,
    /// and ends: input that follows is not taken. Before any input has begun, it waits for that, too.
    ///
    /// - Throws: what has ended the analysis, or a `CancellationError`.
    public func finalizeAndFinish(through time: AudioTime) async throws {
        try await waitForSound(until: time.seconds)
        try await finishHearing()
    }

    /// Waits for the end of the input, whichever call has begun it, recognizes all of it, and ends. Before any input has begun, it
    /// waits for that, too: where none will begin, ``cancelAndFinishNow()`` ends it. Of a stream that a program fills, the program
    /// says that it has ended.
    ///
    /// - Throws: what has ended the analysis, or a `CancellationError`.
    public func finalizeAndFinishThroughEndOfInput() async throws {
        try await waitForEndOfInput()
        try await finishHearing()
    }

    /// Ends once sound of `time` was heard, with all that was heard by then: the same as ``finalizeAndFinish(through:)``.
    ///
    /// - Throws: what has ended the analysis, or a `CancellationError`.
    public func finish(after time: AudioTime) async throws {
        try await finalizeAndFinish(through: time)
    }

    /// Ends at once: what is not final is dropped, and decoders are given back.
    public func cancelAndFinishNow() async {
        cancel()
    }
}

import Capture

/// Sound for an analyzer. One input follows the other on one clock; a new one takes the place of one that is not over, from
/// which no more is taken. What was taken of that is heard first. The sequence that is replaced has to end when the Swift task that
/// reads it is cancelled, as streams do; from one that goes on, up to two more seconds are taken.
extension SpeechAnalyzer {
    /// An input: one Swift task takes sound from it, and another one hears that.
    struct RunningInput: Sendable {
        let number: Int
        let ahead: SoundAhead
        let taking: Task<Void, Never>
        /// Opens once all was heard that is taken of it.
        let over = Latch()
        /// That of the input before, whose sound comes first.
        let former: Latch?

        /// No more of it is heard.
        func finish() {
            taking.cancel()
            over.open()
        }
    }

    /// Begins to take sound from a sequence, and returns at once. When the sequence ends, the analyzer goes on: another may be
    /// started, or ``finalizeAndFinishThroughEndOfInput()`` called.
    ///
    /// Up to half a minute of sound is taken before it is searched, so that a stream which keeps the newest only loses none while
    /// decoders are made.
    ///
    /// - Parameter inputSequence: of a microphone, a stream that a tap fills. It has to end when the Swift task that reads it is
    ///   cancelled, as streams do: an input that takes its place is heard after it. An error that it throws ends the analysis: what
    ///   was heard until then becomes final, and then the modules' results throw it.
    /// - Throws: `.model` where a module's language is not installed, `.moduleInUse`, `.analyzerFinished`.
    public func start<Input>(inputSequence: Input) async throws
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        let input = try beginInput(inputSequence, ahead: .seconds(30))
        // Weak: a microphone's stream never ends, and must not keep the analyzer.
        Task.detached(priority: options.priority) { [weak self] in
            defer { input.finish() }
            await input.former?.wait()
            do {
                while let sound = try await input.ahead.next() {
                    guard try await self?.hear(sound) == true else { break }
                }
                await self?.endInput(input.number)
            } catch {
                await self?.endInput(input.number, throwing: error)
            }
        }
    }

    /// Begins to read a recording, and returns at once. The analyzer need not be held until it has been read.
    ///
    /// - Parameters:
    ///   - audioFile: read from where it stands.
    ///   - finishAfterFile: whether the analyzer finishes when it has recognized all of it.
    /// - Throws: as ``start(inputSequence:)``. What is wrong with a recording that ends too early, the modules' results throw.
    public func start(inputAudioFile audioFile: consuming AudioFile, finishAfterFile: Bool = false)
        async throws
    {
        let input = try beginInput(RecordingSequence(reader: FileReader(file: audioFile)), ahead: .zero)
        // Strong, as a recording ends.
        Task.detached(priority: options.priority) {
            // What goes wrong, the results throw.
            _ = try? await self.hearAll(of: input, isLast: finishAfterFile)
        }
    }

    /// Takes sound from a sequence, and returns when that has ended and all of it was searched; its last utterance may still
    /// be volatile. It returns, too, when another call ends the analysis, or another input takes the place of this one, however silent
    /// the sequence is. Cancelling the Swift task ends the input, and the sound that was heard stays.
    ///
    /// - Parameter inputSequence: has to end when the Swift task that reads it is cancelled, as streams do.
    /// - Returns: the end of its sound on the capture clock; nil if there was none.
    /// - Throws: as ``start(inputSequence:)``, and whatever the sequence throws.
    @discardableResult
    public func analyzeSequence<Input>(_ inputSequence: Input) async throws -> AudioTime?
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        let input = try beginInput(inputSequence, ahead: .zero)
        return try await withTaskCancellationHandler {
            try await hearAll(of: input)
        } onCancel: {
            input.taking.cancel()
        }
    }

    /// Reads a recording, as fast as it is decoded; otherwise as ``analyzeSequence(_:)``.
    ///
    /// - Parameter audioFile: read from where it stands.
    /// - Throws: as ``start(inputSequence:)``, and `.audio` at the end of a recording that is damaged or cut short.
    @discardableResult
    public func analyzeSequence(from audioFile: consuming AudioFile) async throws -> AudioTime? {
        try await analyzeSequence(RecordingSequence(reader: FileReader(file: audioFile)))
    }

    /// An analyzer that reads a recording.
    ///
    /// - Throws: as ``start(inputAudioFile:finishAfterFile:)``.
    public init(
        inputAudioFile: consuming AudioFile, modules: [any SpeechModule], options: Options? = nil,
        analysisContext: AnalysisContext = AnalysisContext(), finishAfterFile: Bool = false,
        volatileRangeChangedHandler: VolatileRangeHandler? = nil
    ) async throws {
        self.init(
            modules: modules, options: options, context: analysisContext,
            volatileRangeChangedHandler: volatileRangeChangedHandler)
        try await start(inputAudioFile: inputAudioFile, finishAfterFile: finishAfterFile)
    }

    /// An analyzer that takes sound from a sequence. What keeps it from beginning, the modules' results throw, as does
    /// ``finalizeAndFinishThroughEndOfInput()``.
    ///
    /// ```swift
    /// let analyzer = SpeechAnalyzer(inputSequence: inputs, modules: [transcriber])
    /// ```
    public init<Input>(
        inputSequence: Input, modules: [any SpeechModule], options: Options? = nil,
        analysisContext: AnalysisContext = AnalysisContext(),
        volatileRangeChangedHandler: VolatileRangeHandler? = nil
    ) where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        self.init(
            modules: modules, options: options, context: analysisContext,
            volatileRangeChangedHandler: volatileRangeChangedHandler, hasInput: true)
        Task { try? await start(inputSequence: inputSequence) }
    }

    /// Without effect: results come as fast as sound is decoded, so there is nothing old to leave out.
    public func cancelAnalysis(before time: AudioTime) {}
}

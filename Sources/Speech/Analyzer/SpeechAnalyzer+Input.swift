import Capture

/// Sound for an analyzer. One input follows the other on one clock; a new one takes the place of one that is not over, from
/// which no more is taken.
extension SpeechAnalyzer {
    /// Begins to take sound from a sequence, and returns at once. When the sequence ends, the analyzer goes on: another may be
    /// started, or ``finalizeAndFinishThroughEndOfInput()`` called.
    ///
    /// - Parameter inputSequence: of a microphone, a stream that a tap fills. An error that it throws ends the analysis: what
    ///   was heard until then becomes final, and then the modules' results throw it.
    /// - Throws: `.model` where a module's language is not installed, `.moduleInUse`, `.analyzerFinished`.
    public func start<Input>(inputSequence: Input) async throws
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        try begin(inputSequence, finishAfterInput: false)
    }

    /// Begins to read a recording, and returns at once.
    ///
    /// - Parameters:
    ///   - audioFile: read from where it stands.
    ///   - finishAfterFile: whether the analyzer finishes when it has recognized all of it.
    /// - Throws: as ``start(inputSequence:)``. What is wrong with a recording that ends too early, the modules' results throw.
    public func start(inputAudioFile audioFile: consuming AudioFile, finishAfterFile: Bool = false)
        async throws
    {
        try begin(RecordingSequence(reader: FileReader(file: audioFile)), finishAfterInput: finishAfterFile)
    }

    private func begin<Input>(_ input: Input, finishAfterInput: Bool) throws
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        let number = try beginInput()
        // Weak: a microphone's stream never ends, and must not keep the analyzer.
        keep(
            Task.detached(priority: options.priority) { [weak self] in
                do {
                    for try await sound in input {
                        guard try await self?.hear(sound, of: number) == true else { return }
                    }
                    await self?.endInput(number, isLast: finishAfterInput)
                } catch {
                    await self?.endInput(number, throwing: error)
                }
            })
    }

    /// Takes sound from a sequence, and returns when that has ended and all of it was searched; its last utterance may still
    /// be volatile. Cancelling the Swift task ends the input, and the sound that was heard stays.
    ///
    /// - Returns: the end of its sound on the capture clock; nil if there was none.
    /// - Throws: as ``start(inputSequence:)``, and whatever the sequence throws.
    @discardableResult
    public func analyzeSequence<Input>(_ inputSequence: Input) async throws -> AudioTime?
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        let number = try beginInput()
        var hasHeard = false
        do {
            for try await sound in inputSequence {
                guard try await hear(sound, of: number) else { break }
                hasHeard = true
            }
        } catch {
            await endInput(number, throwing: error)
            throw error
        }
        await endInput(number)
        return hasHeard ? end : nil
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
        self.init(modules: modules, options: options)
        try setContext(analysisContext)
        setVolatileRangeChangedHandler(volatileRangeChangedHandler)
        try await start(inputAudioFile: inputAudioFile, finishAfterFile: finishAfterFile)
    }
}

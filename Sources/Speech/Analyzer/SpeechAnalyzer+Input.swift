import Capture

/// Sound for an analyzer. One input follows the other on one clock; a new one takes the place of one that is not over, from
/// which no more is taken.
extension SpeechAnalyzer {
    /// Begins to take sound from a sequence, and returns at once. When the sequence ends, the analyzer goes on: another may be
    /// started, or ``finalizeAndFinishThroughEndOfInput()`` called.
    ///
    /// Up to half a minute of sound is taken before it is searched, so that a stream which keeps the newest only loses none while
    /// decoders are made.
    ///
    /// - Parameter inputSequence: of a microphone, a stream that a tap fills. An error that it throws ends the analysis: what
    ///   was heard until then becomes final, and then the modules' results throw it.
    /// - Throws: `.model` where a module's language is not installed, `.moduleInUse`, `.analyzerFinished`.
    public func start<Input>(inputSequence: Input) async throws
    where Input: AsyncSequence & Sendable, Input.Element == AnalyzerInput {
        let number = try beginInput()
        let ahead = SoundAhead(limit: .seconds(30))
        // Weak: a microphone's stream never ends, and must not keep the analyzer.
        keep(
            Task.detached(priority: options.priority) { [weak self] in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await ahead.take(from: inputSequence) }
                    do {
                        while let sound = try await ahead.next() {
                            guard try await self?.hear(sound, of: number) == true else { break }
                        }
                        await self?.endInput(number)
                    } catch {
                        await self?.endInput(number, throwing: error)
                    }
                    group.cancelAll()
                }
            })
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
        let number = try beginInput()
        let recording = RecordingSequence(reader: FileReader(file: audioFile))
        // Strong, as a recording ends.
        keep(
            Task.detached(priority: options.priority) {
                do {
                    for try await sound in recording {
                        guard try await self.hear(sound, of: number) else { return }
                    }
                    await self.endInput(number, isLast: finishAfterFile)
                } catch {
                    await self.endInput(number, throwing: error)
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

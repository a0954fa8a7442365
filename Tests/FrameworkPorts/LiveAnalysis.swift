import EarshotFoundation

/// The microphone to text by an analyzer: volatile text behind text that is final.
@MainActor final class LiveAnalysis {
    enum TranscriptionError: Error {
        case couldNotDownloadModel, localeNotSupported, invalidAudioDataType, failedToSetupRecognitionStream
    }

    private var inputBuilder: AsyncStream<AnalyzerInput>.Continuation?
    private var transcriber: SpeechTranscriber?
    private var analyzer: SpeechAnalyzer?
    private var recognizerTask: Task<(), any Error>?
    private var analyzerFormat: AudioFormat?
    private var volatileTranscript = AttributedString("")
    private(set) var finalizedTranscript = AttributedString("")
    /// With a recording for the microphone.
    private let audioEngine: AudioEngine
    private let locale = Locale(identifier: "en-US")  // There: 'Locale.current'.

    init(recording: URL) {
        audioEngine = AudioEngine(input: .file(path: recording.path, pace: .realTime))
    }

    func setUpTranscriber() async throws {
        transcriber = SpeechTranscriber(
            locale: locale, transcriptionOptions: [], reportingOptions: [.volatileResults],
            attributeOptions: [.audioTimeRange])
        guard let transcriber else { throw TranscriptionError.failedToSetupRecognitionStream }
        analyzer = SpeechAnalyzer(modules: [transcriber])
        try await ensureModel(transcriber: transcriber, locale: locale)
        analyzerFormat = await SpeechAnalyzer.bestAvailableAudioFormat(compatibleWith: [transcriber])

        let (inputSequence, inputBuilder) = AsyncStream<AnalyzerInput>.makeStream()
        self.inputBuilder = inputBuilder
        recognizerTask = Task {
            do {
                for try await case let result in transcriber.results {
                    let text = result.text
                    if result.isFinal {
                        finalizedTranscript += text
                        volatileTranscript = ""
                    } else {
                        volatileTranscript = text
                    }
                }
            } catch {
                print("speech recognition failed: \(error.localizedDescription)")
            }
        }
        try await analyzer?.start(inputSequence: inputSequence)
    }

    func ensureModel(transcriber: SpeechTranscriber, locale: Locale) async throws {
        guard await supported(locale: locale) else { throw TranscriptionError.localeNotSupported }
        if await installed(locale: locale) { return }
        if let downloader = try await AssetInventory.assetInstallationRequest(supporting: [transcriber]) {
            // There: 'downloadProgress = downloader.progress' before.
            try await downloader.downloadAndInstall()
        }
    }

    func supported(locale: Locale) async -> Bool {
        let supported = await SpeechTranscriber.supportedLocales
        return supported.map { $0.identifier(.bcp47) }.contains(locale.identifier(.bcp47))
    }

    func installed(locale: Locale) async -> Bool {
        let installed = await Set(SpeechTranscriber.installedLocales)
        return installed.map { $0.identifier(.bcp47) }.contains(locale.identifier(.bcp47))
    }

    func record() async throws {
        for await input in try audioStream() {
            guard let inputBuilder, analyzerFormat != nil else {  // There: 'let analyzerFormat'.
                throw TranscriptionError.invalidAudioDataType
            }
            inputBuilder.yield(input)  // There: converted by a class around AVAudioConverter.
        }
    }

    private func audioStream() throws -> AsyncStream<AnalyzerInput> {  // There: of buffers alone.
        let (stream, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        audioEngine.inputNode.installTap(
            onBus: 0, bufferSize: 4096, format: audioEngine.inputNode.outputFormat(forBus: 0)
        ) { buffer, time in
            // There: 'continuation.yield(buffer)'.
            continuation.yield(AnalyzerInput(buffer: buffer, bufferStartTime: time))
        }
        audioEngine.prepare()
        try audioEngine.start()
        // A recording ends by itself.
        let events = audioEngine.events
        Task {
            for await _ in events {}
            continuation.finish()
        }
        return stream
    }

    func stopRecording() async throws {
        audioEngine.stop()
        inputBuilder?.finish()
        try await analyzer?.finalizeAndFinishThroughEndOfInput()
        try await recognizerTask?.value  // There: 'recognizerTask?.cancel()'.
        recognizerTask = nil
    }
}

extension LiveAnalysis {
    static func run(_ recording: URL) async throws {
        let view = LiveAnalysis(recording: recording)
        try await view.setUpTranscriber()
        try await view.record()
        try await view.stopRecording()
        print(String(view.finalizedTranscript.characters))
    }
}

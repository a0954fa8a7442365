import Earshot

// Captions: what is said as text with times, whether anybody speaks, and commands in between, from one analyzer with three
// modules.
//
//     Captions                  listens to the microphone; the return key ends it
//     Captions meeting.flac     reads a recording instead

@main enum Captions {
    static func main() async {
        do {
            let recording = CommandLine.arguments.dropFirst().first
            try await caption(recording)
        } catch {
            print("problem: \(error)")
        }
    }

    private static func caption(_ recording: String?) async throws {
        let transcriber = SpeechTranscriber(locale: .current, preset: .progressiveTranscription)
        let detector = SpeechDetector(
            detectionOptions: .init(sensitivityLevel: .medium), reportResults: true)
        let commands = CommandTranscriber(
            locale: .current,
            grammar: try Grammar(
                commands: ["drive": "go <direction> <1..99> meters", "end": "end of the captions"],
                rules: ["direction": "forward | backward"]))
        let modules: [any SpeechModule] = [transcriber, detector, commands]
        if let request = try await AssetInventory.assetInstallationRequest(supporting: modules) {
            throw request.problem
        }

        let analyzer = SpeechAnalyzer(modules: modules)
        async let text: Void = show(transcriber)
        async let speech: Void = show(detector)
        async let orders: Void = show(commands)
        if let recording {
            let end = try await analyzer.analyzeSequence(from: AudioFile(path: recording))
            if let end {
                try await analyzer.finalizeAndFinish(through: end)
            } else {
                await analyzer.cancelAndFinishNow()
            }
        } else {
            try await listen(analyzer)
        }
        _ = try await (text, speech, orders)
    }

    /// Until the return key is pressed.
    private static func listen(_ analyzer: SpeechAnalyzer) async throws {
        let engine = AudioEngine()
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
            continuation.yield(AnalyzerInput(buffer: buffer, bufferStartTime: time))
        }
        try engine.start()
        try await analyzer.start(inputSequence: inputs)
        await Task.detached { _ = readLine() }.value
        engine.stop()
        continuation.finish()
        try await analyzer.finalizeAndFinishThroughEndOfInput()
    }

    // MARK: - Results

    private static func show(_ transcriber: SpeechTranscriber) async throws {
        for try await result in transcriber.results {
            if result.isFinal {
                print("\(times(result.range)): \(result.text)")
            } else {
                print("... \(result.text)")
            }
        }
    }

    private static func show(_ detector: SpeechDetector) async throws {
        for try await result in detector.results where !result.isFinal {
            print(result.speechDetected ? "somebody speaks" : "quiet")
        }
    }

    private static func show(_ commands: CommandTranscriber) async throws {
        for try await result in commands.results {
            guard let command = result.command else { continue }
            let slots = command.slots.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            print("command \(command.name): \(slots.joined(separator: ", "))")
        }
    }

    /// In tenths of a second.
    private static func times(_ range: AudioTimeRange) -> String {
        let (start, end) = (range.start.seconds, range.end.seconds)
        return "\((start * 10).rounded() / 10) to \((end * 10).rounded() / 10) s"
    }
}

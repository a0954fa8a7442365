import Dispatch
import Earshot
import Synchronization

// Cancels, ends and misuses tasks and analyzers at every moment, from several threads at once, and prints how each round of
// them ended. `make sanitize` runs it under AddressSanitizer and ThreadSanitizer.
//
//     MisuseLoops speech.wav ROUNDS

@main enum MisuseLoops {
    static func main() async throws {
        let recording = CommandLine.arguments[1]
        let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 8 : 8
        guard let recognizer = SpeechRecognizer() else { return print("no language is installed") }
        let sound = try Sound(recording)
        let pieces = sound.pieces
        let grammar = try Grammar(
            commands: ["move": "go <way> <number> meters"],
            rules: ["way": "forward | backward", "number": "one | ten"])

        for round in 0..<rounds {
            try await cancelledTask(recognizer, grammar, pieces, after: round * 7 % pieces.count)
            try await misusedRequest(recognizer, grammar, pieces)
            try await leftLoop(recognizer, grammar, pieces)
            try await cancelledAnalyzer(grammar, pieces, after: round * 5 % pieces.count)
            try await changedModules(grammar, pieces)
            await stoppedEngine(recognizer, recording)
        }
        await SpeechModels.endRetention()
        print("\(rounds) rounds, \(SpeechModels.retainedBytes) bytes retained")
    }

    /// The recording in buffers of a tenth of a second.
    private struct Sound {
        var pieces: [AudioBuffer] = []

        init(_ path: String) throws {
            var file = try AudioFile(path: path)
            let format = file.format
            var memory = [UInt8](repeating: 0, count: format.sampleRate / 10 * format.bytesPerFrame)
            while true {
                let frames = memory.withUnsafeMutableBytes { file.read(into: $0) }
                guard frames > 0 else { return }
                pieces.append(
                    memory.withUnsafeBytes {
                        AudioBuffer(
                            format: format,
                            bytes: UnsafeRawBufferPointer(rebasing: $0[..<(frames * format.bytesPerFrame)]))
                    })
            }
        }
    }

    // MARK: - Tasks

    /// Appended to by one thread, cancelled and asked by others; the handler is called once more at most.
    private static func cancelledTask(
        _ recognizer: SpeechRecognizer, _ grammar: Grammar, _ pieces: [AudioBuffer], after count: Int
    ) async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = grammar
        let (ends, end) = AsyncStream<Void>.makeStream()
        let endings = Atomic(0)
        let task = recognizer.recognitionTask(with: request) { result, error in
            guard error != nil || result?.isFinal == true else { return }
            end.yield()
            end.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for piece in pieces { request.append(piece) } }
            group.addTask {
                for piece in pieces.prefix(count) { request.append(piece) }
                task.cancel()
                task.cancel()
            }
            group.addTask {
                for _ in 0..<100 { _ = (task.state, task.isCancelled, task.error, task.fractionCompleted) }
                task.finish()
            }
        }
        for await _ in ends { endings.add(1, ordering: .relaxed) }
        precondition(endings.load(ordering: .relaxed) == 1, "a task ends once")
    }

    /// Used twice, appended to after its end, its settings changed while it is heard, the recognizer's queue with them.
    private static func misusedRequest(
        _ recognizer: SpeechRecognizer, _ grammar: Grammar, _ pieces: [AudioBuffer]
    ) async throws {
        let other = SpeechRecognizer(pack: ModelPack.installed()[0])
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = grammar
        async let text = final(recognizer, request)
        async let refused = final(other, request)
        for (index, piece) in pieces.enumerated() {
            request.append(piece)
            request.contextualStrings = ["ten meters \(index)"]
            other.queue = DispatchQueue(label: "queue \(index)")
        }
        request.endAudio()
        request.endAudio()
        request.append(pieces[0])
        let texts = await [text, refused]
        precondition(texts.contains("go forward ten meters"), "one of both hears it: \(texts)")
    }

    private static func final(
        _ recognizer: SpeechRecognizer, _ request: SpeechAudioBufferRecognitionRequest
    ) async -> String {
        var text = ""
        do {
            for try await result in recognizer.results(for: request) where result.isFinal {
                text = result.bestTranscription.formattedString
            }
        } catch { text = "\(error)" }
        return text
    }

    /// A loop over results that is left at its first, and one whose Swift task is cancelled.
    private static func leftLoop(
        _ recognizer: SpeechRecognizer, _ grammar: Grammar, _ pieces: [AudioBuffer]
    ) async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = grammar
        for piece in pieces { request.append(piece) }
        for try await _ in recognizer.results(for: request) { break }
        let waiting = SpeechAudioBufferRecognitionRequest()
        let loop = Task { for try await _ in recognizer.results(for: waiting) {} }
        waiting.append(pieces[0])
        loop.cancel()
        _ = await loop.result
    }

    // MARK: - Analyzers

    /// Cancelled in the middle of the sound, while others ask for what is final.
    private static func cancelledAnalyzer(
        _ grammar: Grammar, _ pieces: [AudioBuffer], after count: Int
    ) async throws {
        let commands = CommandTranscriber(locale: .current, grammar: grammar)
        let detector = SpeechDetector(detectionOptions: .init(sensitivityLevel: .medium), reportResults: true)
        let analyzer = SpeechAnalyzer(modules: [commands, detector])
        let (inputs, input) = AsyncStream<AnalyzerInput>.makeStream()
        try await analyzer.start(inputSequence: inputs)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for piece in pieces { input.yield(AnalyzerInput(buffer: piece)) } }
            group.addTask { do { for try await _ in commands.results {} } catch {} }
            group.addTask { do { for try await _ in detector.results { break } } catch {} }
            group.addTask { try? await analyzer.finalize(through: nil) }
            group.addTask {
                for _ in 0..<count { _ = await analyzer.volatileRange }
                await analyzer.cancelAndFinishNow()
                await analyzer.cancelAndFinishNow()
            }
        }
        input.finish()
    }

    /// Modules that come and go while sound is heard.
    private static func changedModules(_ grammar: Grammar, _ pieces: [AudioBuffer]) async throws {
        let first = CommandTranscriber(locale: .current, grammar: grammar)
        let analyzer = SpeechAnalyzer(modules: [first])
        let heard = Task {
            for piece in pieces {
                try await analyzer.analyzeSequence(
                    AsyncStream {
                        $0.yield(AnalyzerInput(buffer: piece)); $0.finish()
                    })
            }
        }
        for _ in 0..<3 { try await analyzer.setModules([SpeechDetector()]) }
        try await heard.value
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        for try await _ in first.results {}
    }

    // MARK: - An engine

    /// Started and stopped by two threads, with a tap that comes and goes.
    private static func stoppedEngine(_ recognizer: SpeechRecognizer, _ recording: String) async {
        let engine = AudioEngine(input: .file(path: recording, pace: .realTime))
        let request = SpeechAudioBufferRecognitionRequest()
        let task = recognizer.recognitionTask(with: request) { _, _ in }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<5 {
                        engine.inputNode.installTap(onBus: 0, bufferSize: 160) { buffer, time in
                            request.append(buffer, at: time)
                        }
                        try? engine.start()
                        engine.inputNode.removeTap(onBus: 0)
                        engine.stop()
                    }
                }
            }
        }
        task.cancel()
    }
}

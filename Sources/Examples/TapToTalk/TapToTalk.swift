import Earshot

// Tap to talk: a tap starts listening, the next one stops it. On a terminal a tap is the return key.
//
//     TapToTalk                 listens to the microphone
//     TapToTalk speech.wav      hears a recording in its place

/// What an interface observes: text that grows between `start` and `stop`.
@MainActor final class SpeechAnalyzer {
    private(set) var recognizedText = "" { didSet { onChange() } }
    private(set) var isProcessing = false { didSet { onChange() } }
    /// Why it stopped by itself.
    private(set) var problem: String? { didSet { onChange() } }
    var onChange: () -> Void = {}

    private let input: AudioInput
    private let recognizer: SpeechRecognizer
    private var engine: AudioEngine?
    private var request: SpeechAudioBufferRecognitionRequest?
    private var recognition: Task<Void, Never>?
    private var watches: [Task<Void, Never>] = []

    /// Nil if no language is installed.
    init?(input: AudioInput) {
        guard let recognizer = SpeechRecognizer() else { return nil }
        self.input = input
        self.recognizer = recognizer
    }

    func toggle() {
        if isProcessing { stop() } else { start() }
    }

    func start() {
        guard recognition == nil else { return }
        problem = recognizer.unavailabilityReason
        guard problem == nil else { return }
        let engine = AudioEngine(input: input)
        let request = SpeechAudioBufferRecognitionRequest()
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
            request.append(buffer, at: time)
        }
        do {
            try engine.start()
        } catch {
            problem = "\(error)"
            return
        }
        self.engine = engine
        self.request = request
        recognizedText = ""
        isProcessing = true
        recognition = Task { await recognize(request) }
        watches = [
            Task { [recognizer] in
                for await isAvailable in recognizer.availability where !isAvailable {
                    problem = recognizer.unavailabilityReason
                    stop()
                }
            },
            // A recording ends by itself; a microphone never does.
            Task {
                for await _ in engine.events {}
                if !Task.isCancelled { stop() }
            },
        ]
    }

    func stop() {
        releaseMicrophone()
        request?.endAudio()
        request = nil
    }

    /// Returns when nothing is being recognized any more.
    func waitUntilIdle() async {
        await recognition?.value
    }

    private func recognize(_ request: SpeechAudioBufferRecognitionRequest) async {
        do {
            for try await result in recognizer.results(for: request) {
                recognizedText = result.bestTranscription.formattedString
            }
        } catch {
            problem = "\(error)"
        }
        releaseMicrophone()
        self.request = nil
        recognition = nil
        isProcessing = false
    }

    private func releaseMicrophone() {
        watches.forEach { $0.cancel() }
        watches = []
        engine?.inputNode.removeTap(onBus: 0)
        engine?.stop()
        engine = nil
    }
}

@main @MainActor enum TapToTalk {
    static func main() async {
        let recording = CommandLine.arguments.dropFirst().first
        let input = recording.map { AudioInput.file(path: $0, pace: .realTime) } ?? .device(DeviceOptions())
        guard let analyzer = SpeechAnalyzer(input: input) else {
            print("no language is installed")
            return
        }
        var shown = ""
        analyzer.onChange = {
            let line =
                analyzer.problem.map { "problem: \($0)" }
                ?? "\(analyzer.isProcessing ? "listening" : "idle"): \(analyzer.recognizedText)"
            if line != shown { print(line) }
            shown = line
        }
        let taps = AsyncStream<Void> { continuation in
            Task.detached {
                while readLine() != nil { continuation.yield() }
                continuation.finish()
            }
        }
        print("press return to talk, and again to stop")
        for await _ in taps { analyzer.toggle() }
        await analyzer.waitUntilIdle()
    }
}

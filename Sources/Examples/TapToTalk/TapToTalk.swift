import Earshot

// Tap to talk: a tap starts listening, the next one stops it. On a terminal a tap is the return key.
//
//     TapToTalk                 listens to the microphone
//     TapToTalk speech.wav      hears a recording in its place

/// What an interface observes: text that grows between `start` and `stop`.
@MainActor final class TapListener {
    private(set) var recognizedText = "" { didSet { onChange() } }
    private(set) var isProcessing = false { didSet { onChange() } }
    /// Why it stopped by itself.
    private(set) var problem: String? { didSet { onChange() } }
    var onChange: () -> Void = {}

    private let input: AudioInput
    private let recognizer: SpeechRecognizer
    private var engine: AudioEngine?
    private var request: SpeechAudioBufferRecognitionRequest?
    private var task: SpeechRecognitionTask?

    /// Nil if no language is installed.
    init?(input: AudioInput) {
        guard let recognizer = SpeechRecognizer() else { return nil }
        self.input = input
        self.recognizer = recognizer
        recognizer.delegate = self
    }

    func toggle() {
        if isProcessing { stop() } else { start() }
    }

    func start() {
        guard task == nil else { return }
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
        task = recognizer.recognitionTask(with: request) { [weak self] result, error in
            // Handlers are called on the main queue, which is the main actor's.
            MainActor.assumeIsolated { self?.show(result, error) }
        }
        // A recording ends by itself; a microphone never does, and must be let go when this is.
        let events = engine.events
        Task {
            for await _ in events {}
            request.endAudio()
        }
    }

    /// Releases the microphone; what was heard is still recognized.
    func stop() {
        engine?.inputNode.removeTap(onBus: 0)
        engine?.stop()
        engine = nil
        request?.endAudio()
        request = nil
    }

    private func show(_ result: SpeechRecognitionResult?, _ error: (any Error)?) {
        if let result { recognizedText = result.bestTranscription.formattedString }
        // What has stopped it says more than that no words were heard until then.
        if let error, problem == nil { problem = "\(error)" }
        guard error != nil || result?.isFinal == true else { return }
        stop()
        task = nil
        isProcessing = false
    }
}

extension TapListener: SpeechRecognizerDelegate {
    nonisolated func speechRecognizer(
        _ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool
    ) {
        MainActor.assumeIsolated {
            guard !available, isProcessing else { return }
            problem = speechRecognizer.unavailabilityReason
            stop()
        }
    }
}

@main @MainActor enum TapToTalk {
    static func main() async {
        let recording = CommandLine.arguments.dropFirst().first
        let input = recording.map { AudioInput.file(path: $0, pace: .realTime) } ?? .device(DeviceOptions())
        guard let listener = TapListener(input: input) else {
            print("no language is installed")
            return
        }
        var shown = ""
        let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        listener.onChange = {
            let line =
                listener.problem.map { "problem: \($0)" }
                ?? "\(listener.isProcessing ? "listening" : "idle"): \(listener.recognizedText)"
            if line != shown { print(line) }
            shown = line
            changes.continuation.yield()
        }
        let taps = AsyncStream<Void> { continuation in
            Task.detached {
                while readLine() != nil { continuation.yield() }
                continuation.finish()
            }
        }
        print("press return to talk, and again to stop")
        for await _ in taps { listener.toggle() }
        var change = changes.stream.makeAsyncIterator()
        while listener.isProcessing { await change.next() }
    }
}

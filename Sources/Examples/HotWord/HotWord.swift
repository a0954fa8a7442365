import Earshot

// A hot word, then speech to text: what is said after the hot word fills a field, and a pause sends it.
//
//     HotWord "okay workshop"                 listens to the microphone
//     HotWord "go forward" speech.wav         hears a recording in its place

/// Listens for one hot word, and takes down what follows it.
@MainActor final class HotWordListener {
    /// Whether something is being taken down: what the indicator shows.
    private(set) var isTakingDown = false {
        didSet { if isTakingDown != oldValue { print("indicator \(isTakingDown ? "on" : "off")") } }
    }
    private(set) var field = "" {
        didSet { if field != oldValue, !field.isEmpty { print("field: \(field)") } }
    }

    private let hotWord: [Substring]
    private let recognizer: SpeechRecognizer
    private var task: SpeechRecognitionTask?

    init?(hotWord: String) {
        guard let recognizer = SpeechRecognizer() else { return nil }
        self.hotWord = hotWord.lowercased().split(separator: " ")
        self.recognizer = recognizer
    }

    /// Begins to listen to `request`. One that is still listened to is cancelled.
    func start(_ request: SpeechRecognitionRequest) async {
        task?.cancel()
        // The hot word is likelier here than in any other text.
        request.contextualStrings = [hotWord.joined(separator: " ")]
        let results = AsyncStream<(SpeechRecognitionResult?, (any Error)?)>.makeStream()
        let task = recognizer.recognitionTask(with: request) { result, error in
            results.continuation.yield((result, error))
            if error != nil || result?.isFinal == true { results.continuation.finish() }
        }
        self.task = task
        for await (result, error) in results.stream where self.task === task {
            if let error { print("stopped: \(error)") }
            if let result { follow(result.bestTranscription) }
            if result?.isFinal == true { send() }
        }
        if self.task === task { stop() }
    }

    /// Hands over what was taken down.
    func stop() {
        task?.finish()
        task = nil
        send()
    }

    private func follow(_ transcription: Transcription) {
        let words = transcription.formattedString.split(separator: " ")
        guard words.count >= hotWord.count,
            let place = (0...words.count - hotWord.count).first(where: { words[$0...].starts(with: hotWord) })
        else { return }
        isTakingDown = true
        field = words[(place + hotWord.count)...].joined(separator: " ")
    }

    private func send() {
        if !field.isEmpty { print("sent: \(field)") }
        field = ""
        isTakingDown = false
    }
}

@main @MainActor enum HotWord {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let hotWord = arguments.first, let listener = HotWordListener(hotWord: hotWord) else {
            print("usage: HotWord \"hot word\" [RECORDING]; and a language must be installed")
            return
        }
        let recording = arguments.dropFirst().first
        let engine = AudioEngine(
            input: recording.map { .file(path: $0, pace: .realTime) } ?? .device(DeviceOptions()))
        let request = SpeechAudioBufferRecognitionRequest()
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
            request.append(buffer, at: time)
        }
        do {
            try engine.start()
        } catch {
            print("no sound: \(error)")
            return
        }
        let end = Task {
            for await _ in engine.events {}
            request.endAudio()
        }
        await listener.start(request)
        end.cancel()
        engine.stop()
    }
}

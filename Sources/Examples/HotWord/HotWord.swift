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

    private let hotWord: [String]
    private let recognizer: SpeechRecognizer
    private var task: SpeechRecognitionTask?
    /// How many utterances of the task are over.
    private var settledCount = 0
    /// Whether somebody has said the hot word alone, so that what comes after the pause is meant.
    private var isAwaited = false

    init?(hotWord: String) {
        guard let recognizer = SpeechRecognizer() else { return nil }
        self.hotWord = hotWord.lowercased().split(separator: " ").map(String.init)
        self.recognizer = recognizer
    }

    /// Begins to listen to `request`. One that is still listened to is cancelled.
    func start(_ request: SpeechRecognitionRequest) async {
        task?.cancel()
        (settledCount, isAwaited) = (0, false)
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
            if let result { follow(result) }
        }
        if self.task === task { stop() }
    }

    /// Hands over what was taken down.
    func stop() {
        task?.finish()
        task = nil
        send()
    }

    /// What a pause has ended is sent; what is being said is shown.
    private func follow(_ result: SpeechRecognitionResult) {
        let settled = result.settledUtterances
        for utterance in settled.dropFirst(settledCount) {
            show(utterance.segments[...])
            isAwaited = isTakingDown && field.isEmpty
            if !isAwaited { send() }
        }
        settledCount = settled.count
        if result.isFinal { return send() }
        show(result.bestTranscription.segments.dropFirst(settled.reduce(0) { $0 + $1.segments.count }))
    }

    /// Fills the field with what follows the hot word, in an utterance.
    private func show(_ segments: ArraySlice<TranscriptionSegment>) {
        let words = segments.map(\.substring)[...]
        let start = words.indices.first { words[$0...].starts(with: hotWord) }
        isTakingDown = start != nil || isAwaited
        field =
            start.map { words.dropFirst($0 + hotWord.count).joined(separator: " ") }
            ?? (isAwaited ? words.joined(separator: " ") : "")
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

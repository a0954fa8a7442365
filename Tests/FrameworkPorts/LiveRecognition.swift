import EarshotFoundation

/// A button that starts and stops recognition of the microphone, and a field for the text.
@MainActor final class LiveRecognition: SpeechRecognizerDelegate {
    private let speechRecognizer = SpeechRecognizer(locale: Locale(identifier: "en-US"))!
    private var recognitionRequest: SpeechAudioBufferRecognitionRequest?
    private var recognitionTask: SpeechRecognitionTask?
    /// With a recording for the microphone.
    private let audioEngine: AudioEngine
    private var text = ""
    private var isButtonEnabled = false
    private var whenDone: () -> Void = {}

    init(recording: URL) {
        audioEngine = AudioEngine(input: .file(path: recording.path, pace: .realTime))
    }

    func viewDidAppear() {
        speechRecognizer.delegate = self
        speechRecognizer.queue = OperationQueue.main
        SpeechRecognizer.requestAuthorization { authStatus in
            OperationQueue.main.addOperation {
                MainActor.assumeIsolated {  // There: the operation's block is the main actor's.
                    switch authStatus {
                    case .authorized: self.isButtonEnabled = true
                    case .denied, .restricted, .notDetermined: self.isButtonEnabled = false
                    @unknown default: self.isButtonEnabled = false
                    }
                    self.recordButtonTapped()
                }
            }
        }
    }

    private func startRecording() throws {
        recognitionTask?.cancel()
        self.recognitionTask = nil

        let audioSession = AudioSession.sharedInstance()
        try audioSession.setCategory(.record, mode: .measurement, options: .duckOthers)
        try audioSession.setActive(true, options: .notifyOthersOnDeactivation)
        let inputNode = audioEngine.inputNode

        recognitionRequest = SpeechAudioBufferRecognitionRequest()
        guard let recognitionRequest = recognitionRequest else { fatalError("no request") }
        recognitionRequest.shouldReportPartialResults = true
        if speechRecognizer.supportsOnDeviceRecognition {
            recognitionRequest.requiresOnDeviceRecognition = true
        }

        recognitionTask = speechRecognizer.recognitionTask(with: recognitionRequest) { result, error in
            MainActor.assumeIsolated {  // There: the handler is the main actor's.
                var isFinal = false
                if let result = result {
                    self.text = result.bestTranscription.formattedString
                    isFinal = result.isFinal
                }
                if error != nil || isFinal {
                    self.audioEngine.stop()
                    inputNode.removeTap(onBus: 0)
                    self.recognitionRequest = nil
                    self.recognitionTask = nil
                    self.isButtonEnabled = true
                    self.show(result, error)
                }
            }
        }

        let recordingFormat = inputNode.outputFormat(forBus: 0)
        inputNode.installTap(onBus: 0, bufferSize: 1024, format: recordingFormat) {
            (buffer: AudioPCMBuffer, when: AudioTime) in
            recognitionRequest.append(buffer)  // There: 'self.recognitionRequest?.append(buffer)'.
        }
        audioEngine.prepare()
        try audioEngine.start()
        // A recording ends by itself.
        let events = audioEngine.events
        Task {
            for await _ in events {}
            recognitionRequest.endAudio()
        }
    }

    nonisolated func speechRecognizer(_ recognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
        MainActor.assumeIsolated { isButtonEnabled = available }  // There: the method is the main actor's.
    }

    func recordButtonTapped() {
        if audioEngine.isRunning {
            audioEngine.stop()
            recognitionRequest?.endAudio()
            isButtonEnabled = false
        } else {
            do {
                try startRecording()
            } catch {
                print("recording is not available: \(error.localizedDescription)")
            }
        }
    }

    private func show(_ result: SpeechRecognitionResult?, _ error: (any Error)?) {
        for segment in result?.bestTranscription.segments ?? [] {
            let place: NSRange = segment.substringRange
            print(place.location, place.length, segment.substring, Range(place, in: text).map { text[$0] }!)
        }
        print(error?.localizedDescription ?? text)
        whenDone()
    }
}

extension LiveRecognition {
    static func run(_ recording: URL) async {
        let view = LiveRecognition(recording: recording)
        await withCheckedContinuation { done in
            view.whenDone = { done.resume() }
            view.viewDidAppear()
        }
        withExtendedLifetime(view) {}
    }
}

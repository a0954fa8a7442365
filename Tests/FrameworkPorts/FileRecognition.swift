import EarshotFoundation

/// A recording to text.
enum FileRecognition {
    static func recognizeFile(url: URL, whenDone: @escaping @Sendable () -> Void) {
        guard let recognizer = SpeechRecognizer() else {
            // The system's language is not supported.
            return
        }
        if !recognizer.isAvailable {
            // Not now.
            return
        }
        recognizer.queue = OperationQueue()
        let request = SpeechURLRecognitionRequest(url: url)
        request.shouldReportPartialResults = false
        recognizer.recognitionTask(with: request) { result, error in
            guard let result = result else {
                print(error!.localizedDescription)
                return whenDone()
            }
            if result.isFinal {
                print("Speech in the file is \(result.bestTranscription.formattedString)")
                print(
                    result.speechRecognitionMetadata?.speakingRate ?? 0 > 60, result.transcriptions.count > 1)
                whenDone()
            }
        }
    }
}

extension FileRecognition {
    static func run(_ recording: URL) async {
        await withCheckedContinuation { done in recognizeFile(url: recording) { done.resume() } }
    }
}

import Dispatch
import Earshot
import Glibc

// In the Swift 5 mode: a class of no actor's, whose handler and delegate use it as they did, on the main queue.
//
//     Swift5Port speech.wav

final class Listener: SpeechRecognizerDelegate, SpeechRecognitionTaskDelegate, @unchecked Sendable {
    // Unchecked, as the framework's users leave it: nothing but the recognizer's queue keeps other threads out.

    let recognizer = SpeechRecognizer()!
    var text = ""
    var events = 0

    func start(_ path: String) {
        recognizer.delegate = self
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        recognizer.recognitionTask(with: request) { [weak self] result, error in
            dispatchPrecondition(condition: .onQueue(.main))
            if let error { print(error.localizedDescription) }
            guard let self, let result else { return }
            self.text = result.bestTranscription.formattedString
            if result.isFinal {
                print("handler: \(self.text)")
                self.startWithDelegate(path)
            }
        }
    }

    func startWithDelegate(_ path: String) {
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        recognizer.recognitionTask(with: request, delegate: self)
    }

    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        events += 1
    }

    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult
    ) {
        dispatchPrecondition(condition: .onQueue(.main))
        print("delegate: \(events > 0 ? recognitionResult.bestTranscription.formattedString : "")")
        exit(0)
    }

    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool) {}
}

let listener = Listener()
listener.start(CommandLine.arguments[1])
dispatchMain()

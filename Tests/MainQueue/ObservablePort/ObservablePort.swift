import Earshot
import Observation

// What an interface observes: a model of the main actor's whose text changes while somebody speaks.
//
//     ObservablePort speech.wav

@MainActor @Observable final class TranscriptModel {
    private(set) var text = ""
    private(set) var isListening = false
    @ObservationIgnored private var task: SpeechRecognitionTask?
    private let recognizer = SpeechRecognizer()!

    func start(_ path: String) {
        isListening = true
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        task = recognizer.recognitionTask(with: request) { [weak self] result, error in
            MainActor.assumeIsolated {
                guard let self else { return }
                if let result { self.text = result.bestTranscription.formattedString }
                if error != nil || result?.isFinal == true { self.isListening = false }
            }
        }
    }

    /// The same by a sequence of results, without a handler.
    func transcribe(_ path: String) async throws {
        isListening = true
        defer { isListening = false }
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        for try await result in recognizer.results(for: request) {
            text = result.bestTranscription.formattedString
        }
    }
}

@main @MainActor enum ObservablePort {
    static func main() async throws {
        let model = TranscriptModel()
        var changes = 0
        model.start(CommandLine.arguments[1])
        while model.isListening {
            await nextChange(of: model)
            changes += 1
        }
        print("observed: \(changes > 1 ? model.text : "")")
        try await model.transcribe(CommandLine.arguments[1])
        print("sequence: \(model.text)")
    }

    private static func nextChange(of model: TranscriptModel) async {
        await withCheckedContinuation { (changed: CheckedContinuation<Void, Never>) in
            withObservationTracking {
                _ = (model.text, model.isListening)
            } onChange: {
                changed.resume()
            }
        }
    }
}

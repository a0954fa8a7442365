import Earshot

// With the main actor as the default isolation: nothing says to which actor it belongs, a delegate neither.
//
//     MainActorPort speech.wav

final class Listener: SpeechRecognizerDelegate {
    let recognizer = SpeechRecognizer()!
    let over = AsyncStream<Void>.makeStream()
    var text = ""

    func listen(to path: String) async {
        recognizer.delegate = self
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        recognizer.recognitionTask(with: request) { result, error in
            MainActor.assumeIsolated { self.show(result, error) }
        }
        for await _ in over.stream {}
    }

    func show(_ result: SpeechRecognitionResult?, _ error: (any Error)?) {
        if let result { text = result.bestTranscription.formattedString }
        if error != nil || result?.isFinal == true { over.continuation.finish() }
    }

    /// By the results of an analyzer's module.
    func analyze(_ path: String) async throws {
        let transcriber = SpeechTranscriber(locale: .current, preset: .transcription)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        try await analyzer.start(inputAudioFile: AudioFile(path: path), finishAfterFile: true)
        text = ""
        for try await result in transcriber.results { text += result.text }
    }

    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
        if !available { text = "" }
    }
}

@main enum MainActorPort {
    static func main() async throws {
        let listener = Listener()
        await listener.listen(to: CommandLine.arguments[1])
        print("handler: \(listener.text)")
        try await listener.analyze(CommandLine.arguments[1])
        print("analyzer: \(listener.text)")
    }
}

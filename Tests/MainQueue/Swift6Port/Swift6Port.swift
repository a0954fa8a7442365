import Earshot

// In the Swift 6 mode: a class of the main actor's, whose handler says that it is on the main queue.
//
//     Swift6Port speech.wav

@MainActor final class Listener {
    private let recognizer = SpeechRecognizer()!
    private let over = AsyncStream<Void>.makeStream()
    private(set) var text = ""

    func listen(to path: String) async {
        let request = SpeechURLRecognitionRequest(url: URL(filePath: path))
        recognizer.recognitionTask(with: request) { [weak self] result, error in
            MainActor.assumeIsolated { self?.show(result, error) }
        }
        for await _ in over.stream {}
    }

    private func show(_ result: SpeechRecognitionResult?, _ error: (any Error)?) {
        if let result { text = result.bestTranscription.formattedString }
        if error != nil || result?.isFinal == true { over.continuation.finish() }
    }
}

@main enum Swift6Port {
    @MainActor static func main() async {
        let listener = Listener()
        await listener.listen(to: CommandLine.arguments[1])
        print("handler: \(listener.text)")
    }
}

import Earshot
import Glibc
import Synchronization

// Recorded speech: transcribes files with progress, each in the locale that it names; or records live until a line
// says stop or cancel.
//
//     RecordedSpeech note.wav interview.mp3:en-US       transcribes files; without a locale, in the user's
//     RecordedSpeech --live [speech.wav]                "stop" transcribes what was heard, "cancel" drops it

@main enum RecordedSpeech {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--live" {
            await record(arguments.dropFirst().first)
        } else {
            for argument in arguments { await transcribe(argument) }
        }
    }

    // MARK: - Files

    private static func transcribe(_ argument: String) async {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let recognizer =
            parts.count > 1
            ? LocaleTag(parts[1]).flatMap { SpeechRecognizer(locale: $0) } : SpeechRecognizer()
        guard let recognizer else {
            print("\(parts[0]): no language '\(parts.count > 1 ? parts[1] : "")' is installed")
            return
        }
        let request = SpeechURLRecognitionRequest(url: URL(filePath: parts[0]))
        let transcriber = FileTranscriber(name: parts[0])
        let task = recognizer.recognitionTask(with: request, delegate: transcriber)
        await transcriber.waitUntilOver()
        if let error = task.error { print("\(parts[0]): \(error)") }
    }

    // MARK: - Live

    private static func record(_ recording: String?) async {
        guard let recognizer = SpeechRecognizer() else {
            print("no language is installed")
            return
        }
        let engine = AudioEngine(
            input: recording.map { .file(path: $0, pace: .realTime) } ?? .device(DeviceOptions()))
        let request = SpeechAudioBufferRecognitionRequest()
        request.shouldReportPartialResults = false
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
            request.append(buffer, at: time)
        }
        do {
            try engine.start()
        } catch {
            print("no sound: \(error)")
            return
        }
        let transcriber = FileTranscriber(name: "live")
        let task = recognizer.recognitionTask(with: request, delegate: transcriber)
        let orders = Task.detached {
            // Read only what is there: `exit` of glibc 2.41 waits for a thread that waits for a line.
            var keyboard = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            while !Task.isCancelled {
                guard poll(&keyboard, 1, 100) > 0 else { continue }
                guard let order = readLine() else { return }
                if order == "stop" { task.finish() }
                if order == "cancel" { task.cancel() }
            }
        }
        let end = Task {
            for await _ in engine.events {}
            task.finish()
        }
        await transcriber.waitUntilOver()
        orders.cancel()
        end.cancel()
        engine.stop()
    }
}

/// Prints the progress of transcribing one recording, and its words: of one that is damaged those before the damage.
final class FileTranscriber: SpeechRecognitionTaskDelegate {
    private let name: String
    private let heard = Mutex("")
    private let over = AsyncStream<Void>.makeStream()

    init(name: String) {
        self.name = name
    }

    func waitUntilOver() async {
        for await _ in over.stream {}
    }

    func speechRecognitionTask(_ task: SpeechRecognitionTask, didProgressTo fraction: Double) {
        print("\(name): \(Int(fraction * 100)) %")
    }

    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didHypothesizeTranscription transcription: Transcription
    ) {
        heard.withLock { $0 = transcription.formattedString }
    }

    func speechRecognitionTask(
        _ task: SpeechRecognitionTask, didFinishRecognition recognitionResult: SpeechRecognitionResult
    ) {
        print("\(name): \(recognitionResult.bestTranscription.formattedString)")
    }

    func speechRecognitionTaskWasCancelled(_ task: SpeechRecognitionTask) {
        print("\(name): cancelled")
        over.continuation.finish()
    }

    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool) {
        let text = heard.withLock { $0 }
        if !successfully, !text.isEmpty { print("\(name): \(text) …") }
        over.continuation.finish()
    }
}

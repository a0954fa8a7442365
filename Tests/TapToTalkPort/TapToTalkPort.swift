import Dispatch
import Earshot
import Glibc

// A program for Apple's Speech framework as it is written there, after nothing but what ComingFromSpeech asks for: another
// import, no prefixes, no audio session. It starts and stops 2000 times, 2 ms apart, and prints how many handlers it had.
//
//     TapToTalkPort speech.wav

/// Belongs to the main thread, and counts on its handlers and its delegate's calls coming there.
final class SpeechAnalyzer: SpeechRecognizerDelegate, @unchecked Sendable {
    // Unchecked, as the framework's users leave it: nothing but the recognizer's queue keeps other threads out.

    private let audioEngine: AudioEngine
    private var inputNode: AudioInputNode?
    private var speechRecognizer: SpeechRecognizer?
    private var recognitionRequest: SpeechAudioBufferRecognitionRequest?
    private var recognitionTask: SpeechRecognitionTask?

    var recognizedText: String?
    var isProcessing = false
    /// How many tasks have told how they ended.
    var endings = 0

    init(recording: String) {
        audioEngine = AudioEngine(input: .file(path: recording, pace: .realTime))
    }

    func start() {
        inputNode = audioEngine.inputNode
        speechRecognizer = SpeechRecognizer()
        recognitionRequest = SpeechAudioBufferRecognitionRequest()
        guard let speechRecognizer, let recognitionRequest, let inputNode else {
            fatalError("no language is installed")
        }
        speechRecognizer.delegate = self
        let format = inputNode.outputFormat(forBus: 0)
        inputNode.installTap(onBus: 0, bufferSize: 1024, format: format) { buffer, _ in
            recognitionRequest.append(buffer)
        }
        recognitionTask = speechRecognizer.recognitionTask(with: recognitionRequest) {
            [weak self] result, error in
            self?.recognizedText = result?.bestTranscription.formattedString
            guard error != nil || result?.isFinal == true else { return }
            self?.endings += 1
            self?.stop()
        }
        audioEngine.prepare()
        do {
            try audioEngine.start()
            isProcessing = true
        } catch {
            print("no sound: \(error)")
            stop()
        }
    }

    func stop() {
        recognitionTask?.cancel()
        audioEngine.stop()
        inputNode?.removeTap(onBus: 0)
        inputNode = nil
        recognitionRequest = nil
        recognitionTask = nil
        speechRecognizer = nil
        isProcessing = false
    }

    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
        if !available { stop() }
    }
}

@main enum TapToTalkPort {
    private static let rounds = 2000

    static func main() {
        play(1, of: SpeechAnalyzer(recording: CommandLine.arguments[1]))
        dispatchMain()
    }

    private static func play(_ round: Int, of analyzer: SpeechAnalyzer) {
        analyzer.start()
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) {
            analyzer.stop()
            if round < rounds { return play(round + 1, of: analyzer) }
            finish(analyzer)
        }
    }

    /// Ends the program when every task has called its handler.
    private static func finish(_ analyzer: SpeechAnalyzer) {
        guard analyzer.endings == rounds else {
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(20)) { finish(analyzer) }
            return
        }
        print("\(rounds) rounds, \(analyzer.endings) endings")
        exit(0)
    }
}

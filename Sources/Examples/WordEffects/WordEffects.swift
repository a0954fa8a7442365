import Earshot

// Words that trigger effects: each word of a list, when it is said, triggers its effect once, in order, with its time.
//
//     WordEffects forward,meters                          listens to the microphone
//     WordEffects forward,meters speech.wav               hears a recording in its place
//     WordEffects forward,meters speech.wav --starts 100  starts and stops a hundred times before it listens

/// Triggers effects from results that repeat and revise themselves.
///
/// Of an utterance under way every word may still change, and how many there are: a word counts that has another one behind it,
/// and was there in the result before. Of an utterance that is settled, which does not change any more, all the others count.
struct EffectTrigger {
    let words: Set<String>
    /// The words that have counted.
    private var counted: [TranscriptionSegment] = []
    /// Those of the newest result.
    private var heard: [TranscriptionSegment] = []

    init(words: Set<String>) {
        self.words = words
    }

    /// The segments whose effect is due.
    mutating func due(in result: SpeechRecognitionResult) -> [TranscriptionSegment] {
        let all = result.bestTranscription.segments
        let settled =
            result.isFinal ? all.count : result.settledUtterances.reduce(0) { $0 + $1.segments.count }
        let known =
            all.prefix(settled)
            + all.dropFirst(settled).dropLast().filter { word in heard.contains { $0.isAgain(word) } }
        let due = known.filter { word in
            words.contains(word.substring) && !counted.contains { $0.isAgain(word) }
        }
        counted += due
        heard = all
        return due
    }
}

extension TranscriptionSegment {
    /// Whether another result has the same word in the same place. It may begin a little sooner or later there.
    fileprivate func isAgain(_ other: TranscriptionSegment) -> Bool {
        substring == other.substring && abs(timestamp - other.timestamp) < 0.2
    }
}

/// The screen on which effects show: it listens while it is shown, and leaves nothing behind.
final class EffectScreen: Sendable {
    private let engine: AudioEngine
    private let request = SpeechAudioBufferRecognitionRequest()

    init(input: AudioInput) {
        engine = AudioEngine(input: input)
    }

    /// Shows effects until the sound ends or the screen is left.
    func show(_ words: Set<String>, _ recognizer: SpeechRecognizer) async {
        engine.inputNode.installTap(onBus: 0, bufferSize: 512) { [request] buffer, time in
            request.append(buffer, at: time)
        }
        defer {
            engine.inputNode.removeTap(onBus: 0)
            engine.stop()
        }
        var trigger = EffectTrigger(words: words)
        do {
            try engine.start()
            // Of an engine that has not started, the events are over at once.
            let end = Task { [engine, request] in
                for await _ in engine.events {}
                request.endAudio()
            }
            defer { end.cancel() }
            for try await result in recognizer.results(for: request) {
                for segment in trigger.due(in: result) {
                    print("effect \(segment.substring) at \((segment.timestamp * 100).rounded() / 100)")
                }
            }
        } catch {
            if !Task.isCancelled { print("no effects: \(error)") }
        }
    }
}

@main enum WordEffects {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let list = arguments.first, let recognizer = SpeechRecognizer() else {
            print(
                "usage: WordEffects WORD,WORD,… [RECORDING] [--starts COUNT]; and a language must be installed"
            )
            return
        }
        let words = Set(list.lowercased().split(separator: ",").map(String.init))
        let recording = arguments.dropFirst().first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        let input = recording.map { AudioInput.file(path: $0, pace: .realTime) } ?? .device(DeviceOptions())
        if let flag = arguments.firstIndex(of: "--starts"), flag + 1 < arguments.count,
            let count = Int(arguments[flag + 1]), count >= 0
        {
            for _ in 0..<count {
                let shown = Task { await EffectScreen(input: input).show(words, recognizer) }
                await Task.yield()
                // Leaving the screen.
                shown.cancel()
                await shown.value
            }
            print("left: \(count)")
        }
        await EffectScreen(input: input).show(words, recognizer)
    }
}

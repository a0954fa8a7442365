import Earshot

// Search by voice: what was said, and what it may have been, is looked for in a list of texts.
//
//     VoiceSearch en-US list.txt                 listens to the microphone
//     VoiceSearch en-US list.txt speech.wav      hears a recording in its place

/// A list of texts that is searched by voice.
struct Catalogue {
    var texts: [String]

    struct Hit {
        var text: String
        var score: Double
    }

    /// The texts that share words with a result, best first. The best transcription's words count by their confidence,
    /// those that may have been said instead a quarter.
    func hits(for result: SpeechRecognitionResult) -> [Hit] {
        var weights: [String: Double] = [:]
        for segment in result.bestTranscription.segments {
            // Partial results have no confidence yet.
            let confidence = result.isFinal ? Double(segment.confidence) : 0.5
            weights[segment.substring] = max(weights[segment.substring] ?? 0, confidence)
            for other in segment.alternativeSubstrings { weights[other] = max(weights[other] ?? 0, 0.25) }
        }
        return texts.map { text in
            let words = Set(text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init))
            return Hit(
                text: text, score: words.reduce(0) { $0 + (weights[$1] ?? 0) } / Double(max(1, words.count)))
        }
        .filter { $0.score > 0 }
        .sorted { $0.score > $1.score }
    }
}

@main enum VoiceSearch {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else {
            print("usage: VoiceSearch LOCALE LIST [RECORDING]")
            return
        }
        guard let recognizer = LocaleTag(arguments[0]).flatMap({ SpeechRecognizer(locale: $0) }) else {
            let known = SpeechRecognizer.supportedLocales().map(\.identifier).sorted().joined(separator: ", ")
            print("no language '\(arguments[0])'; installed: \(known)")
            return
        }
        guard let list = try? String(contentsOf: URL(filePath: arguments[1]), encoding: .utf8) else {
            print("'\(arguments[1])' cannot be read")
            return
        }
        let catalogue = Catalogue(texts: list.split(whereSeparator: \.isNewline).map(String.init))
        let engine = AudioEngine(
            input: arguments.count > 2 ? .file(path: arguments[2], pace: .realTime) : .device(DeviceOptions())
        )
        let request = SpeechAudioBufferRecognitionRequest()
        request.taskHint = .search
        request.contextualStrings = catalogue.texts
        request.maximumAlternatives = 5
        request.timeLimit = 15
        request.limitNotice = 14
        request.limitNoticeHandler = { left in print("still listening for \(Int(left.rounded())) s") }
        engine.inputNode.installTap(onBus: 0, bufferSize: 1024) { buffer, time in
            request.append(buffer, at: time)
        }
        do {
            try engine.start()
            let end = Task {
                for await _ in engine.events {}
                request.endAudio()
            }
            for try await result in recognizer.results(for: request) {
                print("\(result.isFinal ? "heard" : "hearing"): \(result.bestTranscription.formattedString)")
                guard result.isFinal else { continue }
                for hit in catalogue.hits(for: result).prefix(3) {
                    print("\((hit.score * 100).rounded() / 100) \(hit.text)")
                }
            }
            end.cancel()
        } catch {
            print("nothing found: \(error)")
        }
        engine.stop()
    }
}

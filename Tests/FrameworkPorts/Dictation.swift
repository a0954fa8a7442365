import EarshotFoundation

/// A note that is dictated, and phrases that are likely in it.
enum Dictation {
    static func dictate(_ file: URL) async throws {
        let transcriber = DictationTranscriber(
            locale: Locale(identifier: "en-US"), preset: .progressiveShortDictation)
        let detector = SpeechDetector()
        let context = AnalysisContext()
        context.contextualStrings[.general] = ["ten meters"]
        _ = try await SpeechAnalyzer(
            inputAudioFile: AudioFile(forReading: file), modules: [detector, transcriber],
            analysisContext: context, finishAfterFile: true)
        for try await result in transcriber.results {
            if result.isFinal {
                let text = String(result.text.characters)
                print(result.range.start.seconds < 1, result.alternatives.isEmpty, text)
            } else {
                print("...", String(result.text.characters))
            }
        }
    }
}

extension Dictation {
    static func run(_ recording: URL) async throws { try await dictate(recording) }
}

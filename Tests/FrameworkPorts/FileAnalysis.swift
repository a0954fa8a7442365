import EarshotFoundation

/// A recording to text by an analyzer.
enum FileAnalysis {
    static func transcribe(_ file: URL) async throws -> AttributedString {
        // There: 'Locale.current'.
        guard let locale = await SpeechTranscriber.supportedLocale(equivalentTo: Locale(identifier: "en-US"))
        else { return AttributedString("not supported") }
        let transcriber = SpeechTranscriber(locale: locale, preset: .transcription)
        if let installationRequest = try await AssetInventory.assetInstallationRequest(supporting: [
            transcriber
        ]) {
            try await installationRequest.downloadAndInstall()
        }

        // There: 'async let text = transcriber.results.reduce…', which makes Swift 6.0's compiler crash.
        let text = Task { try await transcriber.results.reduce("") { text, result in text + result.text } }
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let audioFile = try AudioFile(forReading: file)
        if let lastSample = try await analyzer.analyzeSequence(from: audioFile) {
            try await analyzer.finalizeAndFinish(through: lastSample)
        } else {
            await analyzer.cancelAndFinishNow()
        }
        return try await text.value  // There: 'text'.
    }
}

extension FileAnalysis {
    static func run(_ recording: URL) async throws {
        print(String(try await transcribe(recording).characters))
    }
}

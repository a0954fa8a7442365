import EarshotFoundation

/// Words and phrases of the program's own: a game of chess, whose openings and moves the language model does not know.
enum CustomWords {
    private static func model() -> CustomLanguageModelData {
        CustomLanguageModelData(
            locale: Locale(identifier: "en_US"), identifier: "org.example.chess", version: "1.0"
        ) {
            CustomLanguageModelData.PhraseCount(phrase: "play the albin counter gambit", count: 10)
            CustomLanguageModelData.PhraseCountsFromTemplates(classes: [
                "piece": ["pawn", "rook", "knight", "bishop", "queen", "king"],
                "royal": ["queen", "king"],
                "rank": Array(1...8).map { String($0) },
            ]) {
                CustomLanguageModelData.TemplatePhraseCountGenerator.Template(
                    "<piece> to <royal> <piece> <rank>", count: 400)
            }
            CustomLanguageModelData.CustomPronunciation(
                grapheme: "winawer", phonemes: ["w I n aU @r"])
            CustomLanguageModelData.CustomPronunciation(
                grapheme: "tartakower", phonemes: ["t A r t @ k aU @r"])
        }
    }

    // There: 'let configuration = SFSpeechLanguageModel.Configuration(languageModel: url)'.
    // There: 'try await model().export(to: asset)'.
    // There: 'try await SFSpeechLanguageModel.prepareCustomLanguageModel(for: asset, configuration: configuration)'.
    static func recognize(_ url: URL, whenDone: @escaping @Sendable () -> Void) {
        guard let recognizer = SpeechRecognizer(locale: Locale(identifier: "en_US")) else {
            return whenDone()
        }
        let request = SpeechURLRecognitionRequest(url: url)
        request.requiresOnDeviceRecognition = true
        request.contextualStrings = ["go forward ten meters"]
        request.taskHint = .dictation
        request.customizedLanguageModel = model()  // There: the configuration.
        recognizer.recognitionTask(with: request) { result, error in
            if let error { print(error.localizedDescription) }
            if let result, result.isFinal { print(result.bestTranscription.formattedString) }
            if error != nil || result?.isFinal == true { whenDone() }
        }
    }
}

extension CustomWords {
    static func run(_ recording: URL) async {
        await withCheckedContinuation { done in recognize(recording) { done.resume() } }
    }
}

import Capture
import Decoding
import Models

/// Why something cannot be recognized; each case names its remedy, and its text (`"\(error)"`) says it.
///
/// ```swift
/// do {
///     for try await result in recognizer.results(for: request) where result.isFinal {
///         print(result.bestTranscription.formattedString)
///     }
/// } catch RecognitionError.noSpeech {
///     print("say it again")
/// } catch {
///     print(error)
/// }
/// ```
public enum RecognitionError: Error, Sendable, Hashable {
    /// A model pack's file is missing or broken, or a pronunciation is wrong.
    case model(ModelError)
    /// The pack has no language model for dictation or search: install one, or ask with a grammar.
    case noLanguageModel(locale: String)
    /// The decoder cannot be made, or gave up on an utterance.
    case decoding(DecoderError)
    /// The audio cannot be read, or is of no format that is supported.
    case audio(CaptureError)
    /// No words were heard in all of the audio, or there was none. Half a command of a grammar is a final result without words.
    case noSpeech
    /// The task was cancelled: nothing is wrong.
    case cancelled
    /// The request has served a task already: make a new one.
    case requestInUse
    /// The module belongs to another analyzer, or its analyzer has finished: make a new one.
    case moduleInUse
    /// The analyzer has finished, and takes no more sound: make a new one.
    case analyzerFinished
}

extension RecognitionError: CustomStringConvertible {
    /// What is wrong and what to do, in one line for people.
    public var description: String {
        switch self {
        case .model(let error):
            error.description
        case .noLanguageModel(let locale):
            "the model pack of \(locale) has no language model: add 'language_models:' to its model.yaml, "
                + "or ask with a grammar or phrases of your own"
        case .decoding(let error):
            error.description
        case .audio(let error):
            error.description
        case .noSpeech:
            "no words were heard: speak nearer to the microphone; 'earshot listen' shows what is in its sound, or in a recording"
        case .cancelled:
            "the recognition was cancelled"
        case .requestInUse:
            "the request has been used by another task: make a new one for each task"
        case .moduleInUse:
            "the module has been used by another analyzer: make a new one for each analyzer"
        case .analyzerFinished:
            "the analyzer has finished: make a new one, with modules of its own"
        }
    }
}

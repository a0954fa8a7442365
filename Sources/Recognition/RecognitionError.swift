import Capture
import Glibc
import Language

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
    // Models and vocabulary

    /// PocketSphinx refused the acoustic model, dictionary, grammar or language model at `path`; its log, at level
    /// debug, says why.
    case unusableModel(path: String)
    /// A model pack's file is missing or broken, or a phrase is wrong.
    case language(LanguageError)
    /// The pack has no language model for dictation or search: install one, or ask with a grammar.
    case noLanguageModel(locale: String)
    /// The grammar, keyphrase or phrases have these words without a pronunciation: say them with other words, give
    /// their pronunciation, or add them to the dictionary.
    case unknownWords([String])
    /// There is nothing to listen for: give the grammar or language model a phrase.
    case emptyGrammar
    /// The channel mean was learned with another acoustic model, of another number of coefficients: forget it.
    case foreignChannelMean(expected: Int, found: Int)

    // One utterance or task

    /// The audio cannot be read, or is of no format that is supported.
    case audio(CaptureError)
    /// No words were heard in all of the audio, or there was none.
    case noSpeech
    /// The task was cancelled: nothing is wrong.
    case cancelled
    /// The request has served a task already: make a new one.
    case requestInUse
    /// The decoder gave up on an utterance, or refuses an option; after an utterance the next one starts afresh.
    case decodingFailed(String)

    // This process

    /// No named pipe can be made in `folder`, for the reason `code` (an errno): let the program write there, or set
    /// `TMPDIR` to a folder where it may.
    case noTemporaryFiles(folder: String, code: Int32)
    /// The system has no memory, thread or descriptor left; `call` is what failed, with its errno.
    case outOfResources(call: String, code: Int32)
}

extension RecognitionError: CustomStringConvertible {
    /// What is wrong and what to do, in one line for people.
    public var description: String {
        switch self {
        case .unusableModel(let path):
            "PocketSphinx cannot use \(path): run 'earshot check', or set the log level to debug to see its reason"
        case .language(let error):
            error.description
        case .noLanguageModel(let locale):
            "the model pack of \(locale) has no language model: add 'language_models:' to its model.yaml, "
                + "or ask with a grammar or phrases of your own"
        case .unknownWords(let words):
            "no pronunciation for \(words.map { "'\($0)'" }.joined(separator: ", ")): "
                + "add it to the dictionary, or say it with other words"
        case .emptyGrammar:
            "there is nothing to listen for: give the grammar or language model at least one phrase"
        case .foreignChannelMean(let expected, let found):
            "the stored channel mean has \(found) values where this model has \(expected): remove it; "
                + "it is learned again within one utterance"
        case .audio(let error):
            error.description
        case .noSpeech:
            "no words were heard: speak nearer to the microphone, and see its level with 'earshot listen'"
        case .cancelled:
            "the recognition was cancelled"
        case .requestInUse:
            "the request has been used by another task: make a new one for each task"
        case .decodingFailed(let reason):
            "decoding failed (\(reason)): speak again; if it happens often, run 'earshot check'"
        case .noTemporaryFiles(let folder, let code):
            "no named pipe can be made in \(folder) (\(String(cString: strerror(code)))): let the program write there, "
                + "or set TMPDIR to a folder where it may"
        case .outOfResources(let call, let code):
            "\(call) failed (error \(code)): close other programs, or raise the service's limits"
        }
    }
}

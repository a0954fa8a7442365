import Glibc
import Models
import Platform

/// Why sound cannot be decoded; each case names its remedy, and its text (`"\(error)"`) says it.
///
/// ```swift
/// request.customizedLanguageModel = vocabulary
/// do {
///     for try await result in recognizer.results(for: request) { show(result) }
/// } catch RecognitionError.decoding(.unknownWords(let words)) {
///     print("no pronunciation for", words)
/// }
/// ```
public enum DecoderError: Error, Sendable, Hashable {
    // Models and vocabulary

    /// PocketSphinx refused the acoustic model, dictionary, grammar or language model at `path`; its log, at level
    /// debug, says why.
    case unusableModel(path: String)
    /// A model pack's file is missing or broken, or a pronunciation is wrong.
    case model(ModelError)
    /// The model pack's network of phones cannot be used; the text says why, and what to do.
    case unusableNetwork(String)
    /// The grammar, keyphrase or phrases have these words without a pronunciation: say them with other words, give
    /// their pronunciation, or add them to the dictionary.
    case unknownWords([String])
    /// There is nothing to listen for: give the grammar or language model a phrase.
    case emptyGrammar
    /// The cepstral mean was learned with another acoustic model, of another number of coefficients: forget it.
    case foreignCepstralMean(expected: Int, found: Int)

    // One utterance

    /// The decoder gave up on an utterance, or refuses an option; after an utterance the next one starts afresh.
    case decodingFailed(String)

    // This process

    /// No named pipe can be made in `folder`, for the reason `code` (an errno): let the program write there, or set
    /// `TMPDIR` to a folder where it may.
    case noTemporaryFiles(folder: String, code: Int32)
    /// The system has no memory, thread or descriptor left; `call` is what failed, with its errno.
    case outOfResources(call: String, code: Int32)
}

extension DecoderError {
    /// The system refused a thread or a descriptor.
    package init(_ error: PlatformError) {
        switch error {
        case .refused(let call, let code): self = .outOfResources(call: call, code: code)
        }
    }

    /// What `make` makes, or as a decoder's error why the system refused it.
    package static func wrapping<Made>(
        _ make: () throws(PlatformError) -> Made
    ) throws(DecoderError) -> Made {
        do { return try make() } catch { throw DecoderError(error) }
    }
}

extension DecoderError: CustomStringConvertible {
    /// What is wrong and what to do, in one line for people.
    public var description: String {
        switch self {
        case .unusableModel(let path):
            "PocketSphinx cannot use \(path): run 'earshot check', or set the log level to debug to see its reason"
        case .model(let error):
            error.description
        case .unusableNetwork(let text):
            text
        case .unknownWords(let words):
            "no pronunciation for \(words.map { "'\($0)'" }.joined(separator: ", ")): "
                + "add it to the dictionary, or say it with other words"
        case .emptyGrammar:
            "there is nothing to listen for: give the grammar or language model at least one phrase"
        case .foreignCepstralMean(let expected, let found):
            "the stored cepstral mean has \(found) values where this model has \(expected): remove it; "
                + "it is learned again within one utterance"
        case .decodingFailed(let reason):
            "decoding failed (\(reason)): speak again; if it happens often, run 'earshot check'"
        case .noTemporaryFiles(let folder, let code):
            "no named pipe can be made in \(folder) (\(systemText(code))): let the program write there, "
                + "or set TMPDIR to a folder where it may"
        case .outOfResources(let call, let code):
            "\(call) failed (error \(code)): close other programs, or raise the service's limits"
        }
    }
}

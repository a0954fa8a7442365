/// Why something cannot be recognized; each case names its remedy.
public enum RecognitionError: Error, Sendable, Hashable {
    /// PocketSphinx refused the acoustic model, dictionary or language model at `path`.
    case unusableModel(path: String)
    /// The grammar or keyphrase has words without a pronunciation: add them to the dictionary.
    case unknownWords([String])
    /// The grammar has no sentence: give it a command.
    case emptyGrammar
    /// The channel mean was learned with another acoustic model: forget it.
    case foreignChannelMean(expected: Int, found: Int)
    /// The decoder gave up on an utterance; the next one starts afresh.
    case decodingFailed(String)
    /// The system has no memory, thread or descriptor left; `call` is what failed, with its errno.
    case outOfResources(call: String, code: Int32)
}

extension RecognitionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableModel(let path):
            "PocketSphinx cannot use \(path): run 'earshot check', or set the log level to debug to see its reason"
        case .unknownWords(let words):
            "no pronunciation for \(words.map { "'\($0)'" }.joined(separator: ", ")): "
                + "add it to the dictionary, or say it with other words"
        case .emptyGrammar:
            "the grammar has nothing to listen for: give it at least one command"
        case .foreignChannelMean(let expected, let found):
            "the stored channel mean has \(found) values where this model has \(expected): remove it; "
                + "it is learned again within one utterance"
        case .decodingFailed(let reason):
            "decoding failed (\(reason)): speak again; if it happens often, run 'earshot check'"
        case .outOfResources(let call, let code):
            "\(call) failed (error \(code)): close other programs, or raise the service's limits"
        }
    }
}

import Language
import Synchronization

/// What is to be recognized, and how: the common part of both kinds of requests.
///
/// Set it up before the task starts; a task works on a copy of these settings. Any thread may use it.
public class SpeechRecognitionRequest: @unchecked Sendable {
    struct Settings: Sendable {
        var shouldReportPartialResults = true
        var taskHint: SpeechRecognitionTaskHint?
        var contextualStrings: [String] = []
        var customizedLanguageModel: CustomLanguageModelData?
        var usesOnlyCustomizedLanguageModel = false
        var grammar: Grammar?
        var maximumAlternatives = 3
        var timeLimit: TimeInterval?
        var limitNotice: TimeInterval = 10
        var limitNoticeHandler: (@Sendable (TimeInterval) -> Void)?
    }

    private let settings: Mutex<Settings>
    private let isTaken = Mutex(false)

    init(_ settings: Settings) {
        self.settings = Mutex(settings)
    }

    var current: Settings { settings.withLock { $0 } }

    /// Marks the request as used; a request serves one task.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    private subscript<Value: Sendable>(_ path: WritableKeyPath<Settings, Value>) -> Value {
        get { settings.withLock { $0[keyPath: path] } }
        set { settings.withLock { $0[keyPath: path] = newValue } }
    }

    /// Whether results come while speech goes on, at least every 300 ms; off, no work is done for them.
    public var shouldReportPartialResults: Bool {
        get { self[\.shouldReportPartialResults] }
        set { self[\.shouldReportPartialResults] = newValue }
    }

    /// What to expect; `.unspecified` takes the recognizer's `defaultTaskHint`.
    public var taskHint: SpeechRecognitionTaskHint {
        get { self[\.taskHint] ?? .unspecified }
        set { self[\.taskHint] = newValue }
    }

    /// Phrases that are likelier here than elsewhere: names, titles, technical terms. Words that are not in the dictionary
    /// are pronounced by English rules. Not with a grammar.
    public var contextualStrings: [String] {
        get { self[\.contextualStrings] }
        set { self[\.contextualStrings] = newValue }
    }

    /// The site's own phrases and pronunciations, beside the general language model or instead of it.
    public var customizedLanguageModel: CustomLanguageModelData? {
        get { self[\.customizedLanguageModel] }
        set { self[\.customizedLanguageModel] = newValue }
    }

    /// Whether nothing but `customizedLanguageModel` can be said.
    public var usesOnlyCustomizedLanguageModel: Bool {
        get { self[\.usesOnlyCustomizedLanguageModel] }
        set { self[\.usesOnlyCustomizedLanguageModel] = newValue }
    }

    /// The commands that can be said, and nothing else; results are verified and the task ends after the first command.
    /// Earshot's own, beyond what the Speech framework has.
    public var grammar: Grammar? {
        get { self[\.grammar] }
        set { self[\.grammar] = newValue }
    }

    /// How many transcriptions a final result has beside the best one, at most; 0 to 20. They cost time at the end.
    public var maximumAlternatives: Int {
        get { self[\.maximumAlternatives] }
        set { self[\.maximumAlternatives] = min(max(newValue, 0), 20) }
    }

    /// The length of audio, in seconds, after which the task ends with a final result; nil is no limit. 60 s for live
    /// audio, none for files.
    public var timeLimit: TimeInterval? {
        get { self[\.timeLimit] }
        set { self[\.timeLimit] = newValue }
    }

    /// How long before the limit there is a notice, in seconds.
    public var limitNotice: TimeInterval {
        get { self[\.limitNotice] }
        set { self[\.limitNotice] = newValue }
    }

    /// Called once, on the recognizer's queue, with the seconds that are left before the limit.
    public var limitNoticeHandler: (@Sendable (TimeInterval) -> Void)? {
        get { self[\.limitNoticeHandler] }
        set { self[\.limitNoticeHandler] = newValue }
    }

    /// Always true: there is no other way. Setting it has no effect.
    public var requiresOnDeviceRecognition: Bool {
        get { true }
        set {}
    }

    /// Always false: the language models know no punctuation. Setting it has no effect.
    public var addsPunctuation: Bool {
        get { false }
        set {}
    }
}

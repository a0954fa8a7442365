import Grammar
import Synchronization

/// What is to be recognized, and how: the common part of both kinds of requests.
///
/// Make one of its subclasses, ``SpeechAudioBufferRecognitionRequest`` or ``SpeechURLRecognitionRequest``, set it up,
/// and hand it to a recognizer. A task works on a copy of these settings: what is changed after its start has no
/// effect. A request serves one task. Any thread may use it.
///
/// ```swift
/// let request = SpeechURLRecognitionRequest(url: URL(filePath: "order.wav"))
/// request.contextualStrings = ["flat white", "oat milk"]
/// request.shouldReportPartialResults = false
/// request.maximumAlternatives = 5
/// ```
public class SpeechRecognitionRequest: @unchecked Sendable {
    // Unchecked since it has subclasses: its state, and theirs, is constant or behind a lock.

    struct Settings: Sendable {
        var shouldReportPartialResults = true
        var shouldReportTimeChanges = false
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
    private let isClaimed = Atomic(false)

    init(_ settings: Settings) {
        self.settings = Mutex(settings)
    }

    var current: Settings { settings.withLock { $0 } }

    /// Marks the request as used; a request serves one task.
    func claim() -> Bool { !isClaimed.exchange(true, ordering: .relaxed) }

    private subscript<Value: Sendable>(_ path: WritableKeyPath<Settings, Value>) -> Value {
        get { settings.withLock { $0[keyPath: path] } }
        set { settings.withLock { $0[keyPath: path] = newValue } }
    }

    /// Whether results come during speech: whenever the text changes, and when an utterance has settled
    /// (``SpeechRecognitionResult/settledUtterances``). The sound is looked at for it every 50 ms. While the recognizer's queue is
    /// busy the newest waits for it, and those before are left out. Off, no work is done for them (save with a grammar, where they tell
    /// when a sentence is complete). On unless set.
    public var shouldReportPartialResults: Bool {
        get { self[\.shouldReportPartialResults] }
        set { self[\.shouldReportPartialResults] = newValue }
    }

    /// Whether a partial result comes also when only the times of its words have changed, at least every 300 ms of speech:
    /// for programs that follow a word while it sounds. Off unless set. Earshot's own.
    public var shouldReportTimeChanges: Bool {
        get { self[\.shouldReportTimeChanges] }
        set { self[\.shouldReportTimeChanges] = newValue }
    }

    /// What to expect; `.unspecified`, the default, takes the recognizer's ``SpeechRecognizer/defaultTaskHint``.
    public var taskHint: SpeechRecognitionTaskHint {
        get { self[\.taskHint] ?? .unspecified }
        set { self[\.taskHint] = newValue }
    }

    /// Phrases that are likelier here than elsewhere: names, titles, technical terms. In English packs, words that are
    /// not in the dictionary are pronounced by English rules; a ``customizedLanguageModel`` may say how any word is
    /// pronounced. Numbers in digits are said as numbers, and a word with hyphens or digits that has no pronunciation in its parts:
    /// "covid nineteen". A phrase with a word that has no pronunciation is left out, with a warning in the log. Without effect where a
    /// grammar is used.
    public var contextualStrings: [String] {
        get { self[\.contextualStrings] }
        set { self[\.contextualStrings] = newValue }
    }

    /// The site's own phrases and pronunciations, beside the general language model or instead of it
    /// (``usesOnlyCustomizedLanguageModel``). Where a grammar is used, its pronunciations count, its phrases do not.
    public var customizedLanguageModel: CustomLanguageModelData? {
        get { self[\.customizedLanguageModel] }
        set { self[\.customizedLanguageModel] = newValue }
    }

    /// Whether nothing but ``customizedLanguageModel`` and ``contextualStrings`` can be said, in any order of their
    /// words. Needs no language model in the pack; without any phrase the task ends with `.emptyGrammar`.
    public var usesOnlyCustomizedLanguageModel: Bool {
        get { self[\.usesOnlyCustomizedLanguageModel] }
        set { self[\.usesOnlyCustomizedLanguageModel] = newValue }
    }

    /// The commands that can be said, and nothing else. Results are verified: a command that was forced onto other
    /// speech is reported, too, with a ``TranscriptionSegment/confidence`` near 0. The task ends after the first one.
    /// Earshot's own, beyond what the Speech framework has.
    ///
    /// ```swift
    /// request.grammar = try Grammar(commands: ["lamp": "turn <state> the lamp"], rules: ["state": "on | off"])
    /// ```
    public var grammar: Grammar? {
        get { self[\.grammar] }
        set { self[\.grammar] = newValue }
    }

    /// How many transcriptions a final result has beside the best one, at most; 0 to 20, beyond which values are
    /// clamped; 3 unless set. They cost time at the end; of a ``grammar``, which is searched more widely for them, seconds where it
    /// is noisy: set 0 where nobody looks at them.
    public var maximumAlternatives: Int {
        get { self[\.maximumAlternatives] }
        set { self[\.maximumAlternatives] = min(max(newValue, 0), 20) }
    }

    /// The length of audio, in seconds and silence included, after which the task takes no more and ends with a final
    /// result; nil is no limit, and so is what is not finite. 60 s for live audio, none for files, unless set.
    public var timeLimit: TimeInterval? {
        get { self[\.timeLimit] }
        set { self[\.timeLimit] = newValue }
    }

    /// How long before the limit there is a notice, in seconds of audio; 10 unless set. Where the limit is shorter, the
    /// notice comes with the first audio.
    public var limitNotice: TimeInterval {
        get { self[\.limitNotice] }
        set { self[\.limitNotice] = newValue }
    }

    /// Called once, on the recognizer's ``SpeechRecognizer/queue``, with the seconds that are left before the limit. A
    /// delegate gets it as
    /// ``SpeechRecognitionTaskDelegate/speechRecognitionTask(_:willReachLimitIn:)``, too.
    ///
    /// ```swift
    /// request.limitNoticeHandler = { seconds in print("\(Int(seconds)) seconds left") }
    /// ```
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

import Capture
import Grammar
import Interpretation
import Models
import Platform
import Synchronization

/// Hears the commands of a grammar, and tells what was said in their place from what was not: a module of a
/// ``SpeechAnalyzer``. Earshot's own.
///
/// One command follows the other, as long as there is sound. Each is verified as an appliance verifies it: a command with its
/// slots is given only where the sound proves it, and what is refused has a reason, so that speech which is no command moves
/// nothing.
///
/// ```swift
/// let grammar = try Grammar(commands: ["lamp": "turn <state> the lamp"], rules: ["state": "on | off"])
/// let commands = CommandTranscriber(locale: LocaleTag("en-US")!, grammar: grammar)
/// let analyzer = SpeechAnalyzer(modules: [commands])
/// try await analyzer.start(inputSequence: inputs)
/// for try await result in commands.results {
///     if let command = result.command { print(command.name, command.slots) }
/// }
/// ```
public final class CommandTranscriber: LocaleDependentSpeechModule {
    /// What else is told than final results.
    public enum ReportingOption: Sendable, Hashable, CaseIterable {
        /// Words before they are final. They are not verified: at first any sound becomes some command's words.
        case volatileResults
        /// Other sentences of the grammar that fit less well, five at most.
        case alternativeTranscriptions
    }

    /// What was heard: a command, a refusal, or words that may still become either.
    public struct Result: SpeechModuleResult, Hashable {
        /// What was said and believed, with its slots; nil while volatile, and where it was refused.
        public let command: Command?
        /// Why nothing is to be done; nil while volatile, and of a command. Never ``Rejection/Reason/continues``: only an appliance
        /// waits for the rest of a command, and here each utterance is judged by itself.
        public let rejection: Rejection?
        /// The words with their times, and how likely they are right; of a command, its ``Command/score``.
        public let transcription: Transcription
        /// The transcription and other sentences of the grammar, best first.
        public let transcriptions: [Transcription]
        /// From the first word's begin to the last one's end.
        public let range: AudioTimeRange
        /// Up to when on the capture clock results are final.
        public let resultsFinalizationTime: AudioTime
        /// Whether it is decided; else the words may still change.
        public let isFinal: Bool

        /// The words.
        public var text: String { transcription.formattedString }
    }

    let core: TranscriberCore<Result>
    private let grammar: Grammar
    private let least: Double
    private let options: Set<ReportingOption>

    init(
        _ core: TranscriberCore<Result>, _ grammar: Grammar, least: Double, _ options: Set<ReportingOption>
    ) {
        self.core = core
        self.grammar = grammar
        self.least = least
        self.options = options
    }

    /// - Parameters:
    ///   - locale: the language; `.current` is the user's.
    ///   - grammar: what can be said.
    ///   - minimumConfidence: how likely a command must be right, 0 to 1; 0.5 is what an appliance's commands need, 0.75 is for
    ///     what must not happen by mistake.
    ///   - reportingOptions: what else is told.
    public convenience init(
        locale: LocaleTag, grammar: Grammar, minimumConfidence: Double = 0.5,
        reportingOptions: Set<ReportingOption> = []
    ) {
        self.init(TranscriberCore(locale), grammar, least: minimumConfidence, reportingOptions)
    }

    /// What was heard.
    public var results: SpeechModuleResults<Result> { core.results }
    /// That of the acoustic model; empty if the language is not installed.
    public var availableCompatibleAudioFormats: [AudioFormat] { get async { core.formats } }
    /// The language.
    public var selectedLocales: [LocaleTag] { core.selectedLocales }
}

extension CommandTranscriber: TranscriberModule {
    var hearsFreeText: Bool { false }

    func begin(_ setup: ModuleSetup) throws(RecognitionError) -> any ModuleSession {
        var settings = SpeechRecognitionRequest.Settings(
            reportsVolatile: options.contains(.volatileResults),
            offersAlternatives: options.contains(.alternativeTranscriptions))
        settings.grammar = grammar
        let judge = Judge(grammar, least: least)
        return try core.begin(setup, settings, hint: .unspecified) { heard, news in
            let decision = judge.decide(news)
            return Result(
                command: decision?.command, rejection: decision?.rejection,
                transcription: heard.transcription, transcriptions: heard.transcriptions,
                range: heard.range, resultsFinalizationTime: heard.resultsFinalizationTime,
                isFinal: heard.isFinal)
        }
    }
}

/// Judges commands as an appliance does that listens to any speech.
private final class Judge: Sendable {
    private let interpreter: Mutex<UtteranceInterpreter>

    init(_ grammar: Grammar, least: Double) {
        let trust = Dictionary(uniqueKeysWithValues: grammar.commands.map { ($0, Trust(least)) })
        interpreter = Mutex(
            UtteranceInterpreter(commands: CommandInterpreter(grammar: grammar, trust: trust), answers: nil))
    }

    /// Nil of what is not over.
    func decide(_ news: TranscribingSession.News) -> (command: Command?, rejection: Rejection?)? {
        guard case .utterance(let utterance, let level) = news else { return nil }
        switch interpreter.withLock({ $0.decide(utterance, level: level, isAskedFor: false) }) {
        case .accepted(let command): return (command, nil)
        case .rejected(let rejection): return (nil, rejection)
        case nil: return nil
        }
    }
}

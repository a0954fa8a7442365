import Capture
import Configuration
import GPIO
import Grammar
import Interpretation
import Models
import Platform
import Utterance

/// What is connected, what may be said, and what follows: one YAML file.
///
/// A value that exists is a value that was checked: every pin is used once, every output that a command moves exists,
/// every slot that a step waits for is in its phrase.
///
/// ```swift
/// let configuration = try ApplianceConfiguration.load("models/examples/relays.yaml")
/// ```
public struct ApplianceConfiguration: Sendable {
    /// The file, as it was named; empty for ``dictation``.
    public package(set) var path: String
    /// As of which writing that was read; nil for what was read from no file on a disk.
    var version: FileVersion?
    /// The board's header and chips, as far as they are known.
    public package(set) var profile = BoardProfile.bare
    /// The language that is spoken, such as `en-US`; nil is what the environment says.
    public package(set) var locale: String?
    /// Where that stands.
    var localeMark: Mark?
    /// What is understood and said in that language besides commands; nil where no usable pack speaks it.
    var language: LanguageWords?
    /// What starts an utterance. A file that does not say means its wake phrases if it has any, else its talk button, else
    /// any speech.
    package var listen: Listen = .always
    /// What an utterance is taken for.
    package var recognize: Recognize = .commands
    /// The microphone.
    public var capture = DeviceOptions()
    /// For how long the microphone may give nothing but silence before it counts as away; nil for ever.
    package var silenceLimit: Duration?
    /// What sound goes through before it is listened to.
    package var frontEnd = FrontEndOptions(reducesNoise: true)
    /// How long an utterance may take, and the pauses in it.
    package var limits = UtteranceLimits()
    /// The lights that are fitted.
    package var lights: [Light: LightOptions] = [:]
    /// The buttons that are fitted.
    package var buttons: [ButtonName: ButtonOptions] = [:]
    /// What commands may move, in the order of the file, each name once.
    package var outputs: [OutputOptions] = []
    /// What may be said, in the order of the file; none for dictation.
    package var commands: [CommandOptions] = []
    /// The commands' phrases; nil for dictation.
    public package(set) var grammar: Grammar?
    /// Where the appliance speaks, and what; nil is silence.
    package var voice: VoiceOptions?
    /// Words with pronunciations of their own, in the phones of the model.
    public package(set) var pronunciations: [String: [String]] = [:]
    /// Where programs are told what happens.
    package var socket = SocketOptions()
    /// The file for the counters, and how often it is written; nil without one.
    package var metrics: MetricsOptions?
    /// Who turns free speech into text.
    package var dictation = DictationOptions()
    /// What wakes the appliance, when it listens for a wake phrase.
    package var wake: [WakePhrase] = []

    /// The buttons that are fitted, for board scripts.
    public var buttonNames: [String] { buttons.keys.map(\.rawValue).sorted() }

    /// Whether anything is wired at all.
    var usesLines: Bool { !(lights.isEmpty && buttons.isEmpty && outputs.isEmpty) }

    /// What judges all that is heard.
    var interpreter: UtteranceInterpreter {
        UtteranceInterpreter(
            commands: grammar.map { grammar in
                CommandInterpreter(
                    grammar: grammar,
                    trust: Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0.trust) }))
            }, answers: answers)
    }

    /// Yes and no; nil without confirmation by voice.
    var answers: YesNo? {
        hearsAnswers ? language.flatMap { YesNo(in: $0, guarding: .output) } : nil
    }

    func options(of command: Command) -> CommandOptions? {
        commands.first { $0.name == command.name }
    }

    /// Whether any command is answered by voice.
    var hearsAnswers: Bool { commands.contains { $0.confirm.means == .voice } }

    /// Whether people can tell that a yes is waited for, or none ever is.
    public var canAsk: Bool {
        commands.allSatisfy { $0.confirm.means == .none } || voice?.saysBack == true
            || voice?.hasTones == true
            || lights[.ready] != nil || lights[.status] != nil
    }

    /// What is asked before a command is done: as it is configured, or the words that were heard.
    public func question(for command: Command) -> String {
        options(of: command)?.sayBack?.text(for: command, in: language) ?? SayBack.words(of: command)
    }
}

import Interpretation

/// Something that happened in the appliance: the one type that screens, logs, sockets and tests read.
///
/// `time` is on the capture clock: the frame at which it happened, divided by the rate.
///
/// ```swift
/// let appliance = try Appliance(configuration) { event in
///     switch event.kind {
///     case .command(let command): print(event.time, command.name, command.slots)
///     case .warning(let text): print(text)
///     default: break
///     }
/// }
/// ```
public struct ApplianceEvent: Sendable {
    /// When it happened, on the capture clock. Times never go back from one event to the next.
    public var time: Duration
    /// What happened.
    public var kind: Kind
    /// What brought it about, if it was neither said nor done at the board.
    public var origin: Origin?

    /// An event as an appliance tells it, to try out what takes them.
    public init(_ kind: Kind, at time: Duration, origin: Origin? = nil) {
        self.time = time
        self.kind = kind
        self.origin = origin
    }

    /// What else than speech and buttons brings something about.
    public enum Origin: String, Sendable, Hashable {
        /// A program asked for it over the appliance's socket.
        case socket
    }

    /// What may happen. What is named, a light, an output or a command, has its name in the configuration.
    public enum Kind: Sendable {
        /// The state changed to this one.
        case state(ApplianceState)
        /// A light shows something else from now on, by the name of its pattern: `on`, `off`, `heartbeat`, `slow-blink`,
        /// `fast-blink`, `long-short`, `wink`, `two-flashes`, `sos`, `accepted`, `rejected`, `limit`. `on` is what a person sees
        /// at this moment, whatever level that takes. A light that blinks is told of once, unless each blink was asked for.
        case led(name: String, on: Bool, pattern: String)
        /// A wake phrase was heard; `score` is what the second check gave it, without a unit: the higher, the surer, and
        /// at least the phrase's `acceptance`, which is 3.5 unless it is configured.
        case wake(phrase: String, score: Double)
        /// A button was pressed or released.
        case button(name: String, pressed: Bool)
        /// The words so far; later events may revise them.
        case partial(text: String)
        /// The words of an utterance that has ended, or of a piece of it, which is settled.
        case final(Transcript)
        /// The text of an earlier utterance was taken back by what was dictated after it: whoever has it is to remove it.
        case retracted(text: String)
        /// A command was understood and trusted.
        case command(Command)
        /// An utterance moved nothing, and why.
        case rejected(Rejection)
        /// A command waits for a yes (`asked`), or got its answer; `question` is what was asked.
        case confirm(command: String, outcome: ConfirmOutcome, question: String)
        /// An output changed.
        case output(name: String, on: Bool, reason: String)
        /// Audio is missing at `time`.
        case gap(duration: Duration, reason: String, isExact: Bool)
        /// The utterance will be ended in `remaining` unless it ends before.
        case limit(remaining: Duration)
        /// Hearing became possible or impossible; `source` names the microphone or file.
        case availability(Bool, source: String, reason: String)
        /// Something is not as it should be, and what to do about it.
        case warning(String)
        /// The configuration was read again, and is worked by; or `problem` says why it stays with the one before.
        case reload(problem: String?)
        /// The last event: the input has ended, or the appliance was stopped.
        case end(Summary)
    }

    /// The words of one utterance, with what is known of them: a ``Kind/final(_:)`` event carries it.
    public struct Transcript: Sendable, Hashable {
        /// The words with spaces between them, in lower case; or of free text as it is to be written, with line breaks where they
        /// were dictated. Empty when none was understood.
        public var text: String
        /// How likely it is right, between 0 and 1, as `UtteranceHypothesis.confidence` has it: a command's from its
        /// verification, free text's from its words; 0 when nothing is known, as of an engine of one's own.
        public var confidence: Double
        /// Other readings, best first, without `text` itself, ``mostAlternatives`` at most; only of free text.
        public var alternatives: [String]
        /// The words one by one, in the order they were said. Those of an engine of one's own share the time of the utterance by
        /// their length, as it tells none.
        public var segments: [Segment]
        /// What recognized it, where the configuration names an engine of one's own: the engine's address, or `built-in`.
        public var engine: String?
        /// Why the engine of one's own did not answer, and what to do; nil where it did, or there is none.
        public var problem: String?
        /// Whether it is a piece of an utterance that goes on: long dictation behind a button is settled at its pauses. The last
        /// text of the utterance, which may be empty then, has false; one that is cancelled or breaks off has none.
        public var hasMore: Bool

        /// How many other readings an appliance looks for: more would make every final text of free speech late.
        public static let mostAlternatives = 4

        /// A transcript as an appliance tells it.
        public init(
            text: String, confidence: Double, alternatives: [String], segments: [Segment],
            engine: String? = nil, problem: String? = nil, hasMore: Bool = false
        ) {
            self.text = text
            self.confidence = confidence
            self.alternatives = alternatives
            self.segments = segments
            self.engine = engine
            self.problem = problem
            self.hasMore = hasMore
        }
    }

    /// One word and when it was said: part of a ``Transcript``, and of a ``FileTranscription/Utterance``.
    public struct Segment: Sendable, Hashable {
        /// The word.
        public var text: String
        /// When it begins, on the capture clock; of a file, since its beginning.
        public var start: Duration
        /// When it ends, on the same clock.
        public var end: Duration
        /// How likely it is right, between 0 and 1: of free text, its own posterior; of a command, its utterance's
        /// confidence, since words of commands have none of their own.
        public var confidence: Double

        /// A word as an appliance tells it.
        public init(text: String, start: Duration, end: Duration, confidence: Double) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
        }
    }

    /// The progress of a question, or its outcome.
    public enum ConfirmOutcome: String, Sendable, Hashable {
        /// It is being asked; it can be answered when it has been said.
        case asked
        /// The command is done.
        case yes
        /// The command is left.
        case no
        /// No answer came in time, which is a no.
        case timedOut = "timed-out"
        /// It is asked no more: something else was said, the command went on after a pause, the sound was lost, or the run
        /// ended. The command is left.
        case withdrawn
    }

    /// What a run came to: `run` of an appliance returns it, and a ``Kind/end(_:)`` event carries it.
    ///
    /// ```swift
    /// print("\(summary.commands) commands in \(summary.utterances) utterances")
    /// if let response = summary.medianResponse { print("answered within \(response)") }
    /// ```
    public struct Summary: Sendable, Hashable {
        /// Audio heard.
        public var audio: Duration = .zero
        /// Audio kept in utterances, which is what was decoded.
        public var decoded: Duration = .zero
        /// Processor time of the decoders.
        public var decodeTime: Duration = .zero
        /// How often sound was kept: for commands, for spoken answers, and what came to nothing.
        public var utterances = 0
        /// How many `command` events there were.
        public var commands = 0
        /// How many `rejected` events there were: utterances that moved nothing, and questions that got no yes.
        public var rejections = 0
        /// How often sound was missing.
        public var gaps = 0
        /// How much of it was missing.
        public var missing: Duration = .zero
        /// How often hearing became impossible: unplugged, or taken away.
        public var outages = 0
        /// Why the recording that was heard broke off before its end; nil when it did not.
        public var breakOff: String?
        /// How many `warning` events there were.
        public var warnings = 0
        /// The time from the end of the last word of a command, or of the yes that it waited for, to its first output, or to
        /// its event if that is all it is; in the order of the commands, of the newest 500. A yes by button has no last word.
        public var responses: [Duration] = [] {
            didSet { responses.removeFirst(max(0, responses.count - Self.mostResponses)) }
        }

        /// Enough for a median; an appliance that runs for months has the memory for no more.
        private static let mostResponses = 500

        /// Nothing yet: what runs are added to.
        public init() {}

        /// Puts another run's figures to these.
        public static func += (total: inout Summary, run: Summary) {
            total.audio += run.audio
            total.decoded += run.decoded
            total.decodeTime += run.decodeTime
            total.utterances += run.utterances
            total.commands += run.commands
            total.rejections += run.rejections
            total.gaps += run.gaps
            total.missing += run.missing
            total.outages += run.outages
            total.breakOff = total.breakOff ?? run.breakOff
            total.warnings += run.warnings
            total.responses += run.responses
        }

        /// Decode time for each second of audio that was decoded; 0 when none was.
        public var realTimeFactor: Double { decoded > .zero ? decodeTime / decoded : 0 }

        /// The response time that half of the newest commands met; nil when there was none.
        public var medianResponse: Duration? {
            responses.isEmpty ? nil : responses.sorted()[(responses.count - 1) / 2]
        }
    }
}

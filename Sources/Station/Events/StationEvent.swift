import Commands
import Recognition

/// Something that happened in the appliance: the one type that screens, logs, sockets and tests read.
///
/// `time` is on the capture clock: the frame at which it happened, divided by the rate.
public struct StationEvent: Sendable {
    public var time: Duration
    public var kind: Kind

    public init(_ kind: Kind, at time: Duration) {
        self.time = time
        self.kind = kind
    }

    public enum Kind: Sendable {
        /// The state changed to this one.
        case state(StationState)
        /// The line of a light changed; `on` is what a person sees, whatever level that takes.
        case led(name: String, on: Bool)
        /// A wake phrase was heard; `score` as the second check gave it.
        case wake(phrase: String, score: Double)
        /// A button was pressed or released.
        case button(name: String, pressed: Bool)
        /// The words so far; later events may revise them.
        case partial(text: String)
        /// The words of an utterance that has ended.
        case final(Transcript)
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
        /// The last event: the input has ended, or the appliance was told to stop.
        case end(Summary)
    }

    /// The words of one utterance, with what is known of them.
    public struct Transcript: Sendable, Hashable {
        public var text: String
        /// Between 0 and 1; 0 when nothing is known.
        public var confidence: Double
        /// Other readings, best first, without `text` itself.
        public var alternatives: [String]
        public var segments: [Segment]

        public init(text: String, confidence: Double, alternatives: [String], segments: [Segment]) {
            self.text = text
            self.confidence = confidence
            self.alternatives = alternatives
            self.segments = segments
        }
    }

    /// One word and when it was said.
    public struct Segment: Sendable, Hashable {
        public var text: String
        public var start: Duration
        public var end: Duration
        public var confidence: Double

        public init(text: String, start: Duration, end: Duration, confidence: Double) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
        }
    }

    public enum ConfirmOutcome: String, Sendable, Hashable {
        case asked, yes, no
        /// Nobody answered in time, which is a no.
        case timedOut = "timed-out"
        /// Nobody could answer any more: hearing became impossible, or the run ended.
        case withdrawn
    }

    /// What a run came to.
    public struct Summary: Sendable, Hashable {
        /// Audio heard.
        public var audio: Duration = .zero
        /// Audio kept in utterances, which is what was decoded.
        public var decoded: Duration = .zero
        /// Processor time of the decoders.
        public var decodeTime: Duration = .zero
        public var utterances = 0
        public var commands = 0
        public var rejections = 0
        /// How often sound was missing, and how much of it.
        public var gaps = 0
        public var missing: Duration = .zero
        /// How often hearing became impossible: unplugged, or taken away.
        public var outages = 0
        public var warnings = 0
        /// For each command: the time from the end of its last word to its first output.
        public var responses: [Duration] = []

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
            total.warnings += run.warnings
            total.responses += run.responses
        }

        /// Decode time for each second of audio that was decoded; 0 when none was.
        public var realTimeFactor: Double { decoded > .zero ? decodeTime / decoded : 0 }

        /// The response time that half the commands met; nil when there was none.
        public var medianResponse: Duration? {
            responses.isEmpty ? nil : responses.sorted()[(responses.count - 1) / 2]
        }
    }
}

import Capture
import Platform
import Utterance

extension Appliance {
    /// What stands in for the microphone and the board.
    ///
    /// ```swift
    /// var options = Appliance.Options()
    /// options.input = .file(path: "radio.flac", pace: .realTime)
    /// options.board = .simulated
    /// ```
    public struct Options: Sendable {
        /// The board whose pins are moved.
        public enum Board: Sendable, Hashable {
            /// This machine's own.
            case system
            /// One that exists in memory.
            case simulated
        }

        /// Where sound comes from; nil is the configured microphone.
        public var input: AudioInput?
        /// Whether the end of the input is the end of what was said, as of a recording that is whole, and not of a connection.
        /// Otherwise the end of standard input, and a recording that breaks off, are a microphone that is pulled out: what was
        /// being said moves nothing, and outputs have their levels at a fault.
        public var isInputWhole = false
        /// Whose pins are moved.
        public var board = Board.system
        /// What happens to the simulated board, and when; nil for nothing. Only pulling out the microphone has a meaning for
        /// this machine's own board.
        package var script: BoardScript?
        /// Where lines are typed, each a press of the simulated board's talk button; where the button is to be held, a line
        /// alternately presses and releases it. A file descriptor, usually standard input; nil for no input. It is read while
        /// `run` is at work, and closed by whoever opened it.
        public var talkKey: Int32?
        /// Whether warnings, and what is wrong with the sound, are logged as well as reported in events: for runs whose
        /// events are not read. Those that come again and again are counted.
        public var logsWarnings = true
        /// Whether a light that blinks is told of each time it goes on or off, and not only once, with its pattern.
        public var tellsBlinks = false
        /// Whether the socket is opened that the configuration names (`socket:`), or under systemd the one in its folder.
        public var opensSocket = false
        /// Whether the counters are written that the configuration asks for (`metrics:`).
        public var writesMetrics = false
        /// Whether dictated text goes where the configuration says (`to:` under `dictation:`).
        public var writesText = false
        /// The version of the program, which the status and the counters then tell.
        package var version: String?
        /// Where it is kept for the next start, with `opensSocket`, that the microphone was muted; nil keeps nothing.
        package var runtimeFolder = ServiceFolder.runtime
        /// Asks for the configuration to be read again; nil where no signal does.
        package var hangup: HangupSignal?
        /// Is given the lines of the log about events, in place of standard error: on the thread that calls `run`.
        package var log: EventLog.Sink?
        /// The least severe of these lines.
        package var logLevel = Log.Level.notice
        /// Sees every block of sound before it is heard, on the thread that calls `run`: for level meters. A block is
        /// of 10 ms, or less before a gap, mono, 16 bit at 16 kHz, and valid during the call only.
        public var meter: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
        /// Called with every place that sounded like a wake phrase, believed or not, on the thread that calls `run`.
        package var wakeWitness: (@Sendable (WakeDetection) -> Void)?

        /// The configured microphone, and this machine's own pins.
        public init() {}
    }
}

/// How an appliance is at a moment: what its socket tells whoever asks, and whoever connects.
///
/// ```swift
/// let status = try JSONDecoder().decode(ApplianceStatus.self, from: line)
/// print(status.state, status.outputs.filter { $0.isOn == true }.map(\.name))
/// ```
package struct ApplianceStatus: Sendable, Hashable, Codable {
    private enum CodingKeys: String, CodingKey {
        case version, state, configuration, muted, microphone, lights, outputs, commands, allows, question,
            sinks, counters
    }

    /// The microphone, or what stands in for it.
    package struct Microphone: Sendable, Hashable, Codable {
        /// Whether it can be heard.
        package var available = false
        /// What it is called.
        package var source = ""
        /// Why it cannot be heard; nil if it can.
        package var reason: String?
        /// What is wrong with the sound: `silent`, `overdriven`, or `muted` by the mixer; nil if nothing is.
        package var problem: String?
        /// What the device was opened with, in Hz; nil before.
        package var rate: Int?
        /// The quietest moment and the largest sample of the last ten seconds, in dBFS; nil before there were any.
        package var floor: Double?
        package var peak: Double?
        /// The largest sample of the last 0.3 s, in dBFS; nil before there was any.
        package var level: Double?

        /// One whose sound nothing is known of yet.
        package init(available: Bool = false, source: String = "", reason: String? = nil) {
            self.available = available
            self.source = source
            self.reason = reason
        }
    }

    /// A light and the name of its pattern.
    package struct LightStatus: Sendable, Hashable, Codable {
        package var name: String
        package var pattern: String

        package init(name: String, pattern: String) {
            self.name = name
            self.pattern = pattern
        }
    }

    /// An output and its level.
    package struct OutputStatus: Sendable, Hashable, Codable {
        private enum CodingKeys: String, CodingKey { case name, isOn = "on" }

        package var name: String
        /// Nil while its line does not obey.
        package var isOn: Bool?

        package init(name: String, isOn: Bool?) {
            self.name = name
            self.isOn = isOn
        }
    }

    /// A place where dictated text goes.
    package struct SinkStatus: Sendable, Hashable, Codable {
        /// `file /var/lib/earshot/text.txt`, `program /usr/bin/logger`, or `stdout`; a second one
        /// like it is `program /usr/bin/logger 2`.
        package var name: String
        /// Why it takes no text; nil while it does.
        package var problem: String?
        /// How many texts wait for it, also those that were given to a program and not read yet.
        package var waiting: Int
        /// How many it has taken.
        package var written: Int
        /// How many were lost there.
        package var lost: Int

        package init(
            name: String, problem: String? = nil, waiting: Int = 0, written: Int = 0, lost: Int = 0
        ) {
            self.name = name
            self.problem = problem
            self.waiting = waiting
            self.written = written
            self.lost = lost
        }
    }

    /// What its socket allows beyond asking: `socket:` in the configuration.
    package struct Permissions: Sendable, Hashable, Codable {
        /// Whether events bear the words that were heard.
        package var words: Bool
        /// Whether commands may be given as text.
        package var say: Bool
        /// Whether outputs may be switched.
        package var output: Bool

        package init(words: Bool = false, say: Bool = false, output: Bool = false) {
            self.words = words
            self.say = say
            self.output = output
        }
    }

    /// Of the program that it is; nil where that is not `earshot`.
    package var version: String?
    /// As `state` events have it.
    package var state = SocketState.starting.rawValue
    /// The file that it works by.
    package var configuration: String
    /// Whether it was muted by request; by its switch it is in the state `muted` alone.
    package var muted = false
    package var microphone = Microphone()
    package var lights: [LightStatus]
    package var outputs: [OutputStatus]
    /// The names of what may be commanded by voice, in the order of the configuration.
    package var commands: [String]
    package var allows: Permissions
    /// The command that waits for a yes; nil if none does.
    package var question: String?
    /// Where dictated text goes, beyond the socket; nil for nowhere.
    package var sinks: [SinkStatus]?
    package var counters = ApplianceCounters()

    /// As it is before anything has happened.
    package init(
        configuration: String, lights: [LightStatus] = [], outputs: [OutputStatus] = [],
        commands: [String] = [],
        allows: Permissions = Permissions()
    ) {
        self.configuration = configuration
        self.lights = lights
        self.outputs = outputs
        self.commands = commands
        self.allows = allows
    }
}

import Foundation
import TestSupport
import Testing

/// A house with a broker of its own, Debian's mosquitto on a port of the loopback, and someone who reads all that is told there.
final class House {
    let folder: TemporaryFolder
    let port: Int
    private(set) var broker: RunningProgram
    /// All that is published, a line each: the topic, whether it was retained before, and the payload.
    private(set) var reader: RunningProgram
    private let reading: [String]

    /// - Parameters:
    ///   - settings: for mosquitto.conf, after the listener; without any, everybody may connect.
    ///   - reading: options for mosquitto_sub to be let in.
    ///   - folder: where its files are, those that the settings name among them.
    init(
        _ settings: String = "allow_anonymous true", reading: [String] = [],
        in folder: TemporaryFolder = TemporaryFolder()
    ) throws {
        port = FreePort.find()
        self.folder = folder
        self.reading = reading
        // Started by root it would be another user, who may not read what is here.
        folder.write("user root\nlistener \(port) 127.0.0.1\n\(settings)\n", to: "mosquitto.conf")
        broker = try Self.startBroker(folder.path("mosquitto.conf"))
        reader = try Self.startReader(port, reading)
    }

    private static func startBroker(_ configuration: String) throws -> RunningProgram {
        let broker = try RunningProgram("mosquitto", ["-v", "-c", configuration])
        try broker.writes("mosquitto version .* running")
        return broker
    }

    private static func startReader(_ port: Int, _ options: [String]) throws -> RunningProgram {
        // What it says of itself is in a buffer else, until that is full.
        let reader = try RunningProgram(
            "stdbuf",
            [
                "-oL", "mosquitto_sub", "-h", "localhost", "-p", "\(port)", "-q", "1", "-F", "%t %r %p", "-t",
                "#", "-d",
            ]
                + options)
        try reader.writes("Subscribed")
        return reader
    }

    /// Ends the broker with all that it has kept, as by a power cut.
    func stopBroker() { broker.end(by: SIGKILL) }

    func restartBroker() throws {
        broker = try Self.startBroker(folder.path("mosquitto.conf"))
        reader = try Self.startReader(port, reading)
    }

    /// Publishes something, and waits until the broker has it.
    func publish(_ payload: String, at topic: String, retained: Bool = false) throws {
        let options = ["-h", "localhost", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload]
        let program = try RunningProgram("mosquitto_pub", options + (retained ? ["-r"] : []) + reading)
        #expect(program.end(by: 0) == 0, "\(program.text)")
    }

    // MARK: - The appliance and its bridge

    /// A simulated appliance that hears a moment of silence, and then what it is fed.
    ///
    /// - Parameter rest: what its configuration has besides.
    func startAppliance(
        socket: String = "", _ rest: String = House.lampAndPump
    ) throws -> RunningProgram {
        let configuration = folder.write(
            "listen: always\nsocket: { path: \(folder.path("events"))\(socket) }\n\(rest)\n",
            to: "earshot.yaml")
        let appliance = try RunningProgram(
            BuiltProgram.earshot,
            ["run", "--config", configuration, "--input", "-", "--board", "simulated", "--json"],
            keepsInput: true)
        try appliance.feed(Data(count: 3200))
        try appliance.writes(#""state":"listening""#)
        return appliance
    }

    static let lampAndPump = """
        outputs: { lamp: GPIO22, "big pump": GPIO23 }
        commands:
          lamp: { say: "lamp <state>", do: { output: lamp, set: <state> } }
          go: { say: "go <direction> <distance> meters" }
        rules: { state: on | off, direction: forward | backward, distance: ten | twenty }
        """

    /// The bridge, with topics that begin with `box`.
    ///
    /// - Parameters:
    ///   - broker: keys of `broker:` besides the host and port.
    ///   - rest: other keys.
    func startBridge(broker: String = "", _ rest: String = "") throws -> RunningProgram {
        let configuration = folder.write(
            """
            broker: { host: localhost, port: \(port)\(broker) }
            socket: \(folder.path("events"))
            topic: box
            \(rest)
            """, to: "mqtt.yaml")
        return try RunningProgram(BuiltProgram.mqttBridge, ["--config", configuration])
    }

    /// Waits until something is told at a topic, after so many lines.
    @discardableResult
    func told(
        _ pattern: String, at topic: String, after start: Int = 0
    ) throws -> String {
        let line = try reader.writes("^\(topic) [01] \(pattern)$", after: start)
        return line.split(separator: " ", maxSplits: 2).dropFirst(2).joined(separator: " ")
    }

    /// What the broker tells whoever comes now, by topic.
    func retained() throws -> [String: String] {
        let newcomer = try Self.startReader(port, reading)
        try publish("now", at: "marker")
        try newcomer.writes("^marker 0 now")
        let lines = newcomer.text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
        return lines.filter { $0.count == 3 && $0[1] == "1" }.reduce(into: [:]) {
            $0[String($1[0])] = String($1[2])
        }
    }

    /// The newest device that Home Assistant would find.
    func discovered() throws -> DiscoveredDevice {
        let topic = "homeassistant/device/[a-zA-Z0-9_-]+/config"
        let line = try reader.writes("^\(topic) [01] ")
        let lines = reader.text.split(separator: "\n").filter { $0.hasPrefix(line.prefix { $0 != " " }) }
        return try DiscoveredDevice(
            lines.last?.split(separator: " ", maxSplits: 2).last.map(String.init) ?? "")
    }
}

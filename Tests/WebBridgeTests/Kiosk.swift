import Foundation
import TestSupport
import Testing

/// The bridge as it was built, on a port of its own, and an appliance behind it.
final class Kiosk {
    let folder = TemporaryFolder()
    let port = FreePort.find()
    let bridge: RunningProgram

    /// - Parameter settings: what its configuration has besides the port and the socket.
    init(_ settings: String = "") throws {
        let configuration = folder.write(
            "port: \(port)\nsocket: \(folder.path("events"))\n\(settings)\n", to: "web.yaml")
        bridge = try RunningProgram(BuiltProgram.webBridge, ["--config", configuration])
        try bridge.writes("the page is at")
    }

    /// One that says what a test has it say.
    func startFakeAppliance(commands: [String] = []) throws -> FakeAppliance {
        let appliance = try FakeAppliance(at: folder.path("events"), commands: commands)
        try bridge.writes("the appliance is there")
        return appliance
    }

    /// The program itself, with simulated pins and a button to hold, which hears a moment of silence and then what it is fed.
    func startAppliance(socket: String = ", words: on") throws -> RunningProgram {
        let configuration = folder.write(
            """
            listen: button
            recognize: dictation
            dictation: { text: readable }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: GPIO22 }
            socket: { path: \(folder.path("events"))\(socket) }
            """, to: "earshot.yaml")
        let appliance = try RunningProgram(
            BuiltProgram.earshot,
            ["run", "--config", configuration, "--input", "-", "--board", "simulated", "--json"],
            keepsInput: true)
        try appliance.feed(Data(count: 3200))
        try bridge.writes("the appliance is there")
        return appliance
    }

    /// What is answered to a request, whose connection then ends.
    func answer(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) throws -> HTTPAnswer {
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "localhost:\(port)" }
        if !body.isEmpty { headers["Content-Length"] = "\(body.utf8.count)" }
        headers["Connection"] = "close"
        let connection = try HTTPConnection(to: port)
        connection.send(
            "\(method) \(path) HTTP/1.1\r\n" + headers.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
                + "\r\n" + body)
        return try HTTPAnswer(connection.readToEnd())
    }

    /// Asks the appliance for something, as a page does.
    func ask(_ json: String, _ headers: [String: String] = [:]) throws -> HTTPAnswer {
        try answer(
            "POST", "/request", ["Content-Type": "application/json"].merging(headers) { $1 }, body: json)
    }

    /// Follows the events; with the number of the stream.
    func follow(_ headers: [String: String] = [:]) throws -> (connection: HTTPConnection, stream: Int) {
        let connection = try HTTPConnection(to: port)
        connection.send(
            "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + headers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n")
        let hello = try connection.read(until: #/"event":"hello","stream":(\d+)/#)
        return (connection, Int(hello.1) ?? 0)
    }
}

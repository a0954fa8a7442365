import Appliance
import Console
import EventSocket
import FoundationEssentials
import Platform

/// `earshot watch`: what happens in the running appliance.
enum WatchCommand: OrderlyCommand {
    static let name = "watch"
    static let summary = "show what happens in the running appliance, until Ctrl-C"
    static let help = """
        earshot watch [--socket PATH] [--json]

          --socket PATH       where the appliance listens: 'path' under 'socket:' in its configuration, or
                              \(SocketClient.standardPath) if not given, as of the service
          --json              lines as they come: the status, then an event each

        The words that were heard are shown only where the configuration says 'socket: { words: on }'.
        Status: 0 after Ctrl-C, 69 no appliance listens there, or it has ended.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--json"], options: ["--socket"])
        try arguments.expectNoMore()
        let client = try SocketClient(at: arguments.value("--socket") ?? SocketClient.standardPath)
        let showsJSON = arguments.has("--json")
        while !stop.isRaised {
            while let line = try client.nextLine() {
                Terminal.print(showsJSON ? line : readable(line))
                if Terminal.hasLostReader { return .success }
            }
            Descriptors.waitUntilReadable([stop.descriptor, client.descriptor])
        }
        return .success
    }

    /// `   12.40  output  lamp on=true reason=lamp`: time, event, and what it says, whatever later versions may add. The greeting is as
    /// `earshot status` has it.
    private static func readable(_ line: String) -> String {
        if case .status(let status)? = SocketLine(line) { return status.text + "\n" }
        guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8)),
            case .number(let time)? = object["t"], case .text(let event)? = object["event"]
        else { return line }
        let rest = object.filter { !hidden.contains($0.key) && !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.text)" }
        return ([Timeline.line("·", event, at: .milliseconds(Int64(time * 1000)))] + rest)
            .joined(separator: "  ")
    }

    /// What stands at the beginning of the line, and what is for programs: every word with its times, and every measure.
    private static let hidden = ["t", "v", "event", "segments", "scores"]
}

extension JSONValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let text): text.isEmpty
        case .list(let list): list.isEmpty
        case .object(let object): object.isEmpty
        case .number, .bool: false
        }
    }

    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): number.shortText
        case .bool(let bool): "\(bool)"
        case .list(let list): "[" + list.map(\.text).joined(separator: ", ") + "]"
        case .object(let object):
            "{"
                + object.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }
                .joined(separator: ", ") + "}"
        case .null: "null"
        }
    }
}

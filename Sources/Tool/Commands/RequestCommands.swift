import Appliance
import Console
import EventSocket
import Platform

/// A command that asks the running appliance for one thing.
protocol RequestCommand: ToolCommand {
    /// What is asked.
    static var request: SocketRequest.Action { get }
    /// What follows the list of options in the help.
    static var explanation: String { get }
    /// How long the answer may take.
    static var patience: Duration { get }
}

extension RequestCommand {
    /// The appliance looks for requests every 10 ms.
    static var patience: Duration { .seconds(5) }

    static var help: String {
        """
        earshot \(name) [--socket PATH] [--json]

          --socket PATH       where the appliance listens: 'path' under 'socket:' in its configuration, or
                              \(SocketClient.standardPath) if not given, as of the service
          --json              the reply as it comes, one line of JSON

        \(explanation)
        Status: 0 it is done, 1 it was refused, 69 no appliance listens there.
        """
    }

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--json"], options: ["--socket"])
        try arguments.expectNoMore()
        let client = try SocketClient(at: arguments.value("--socket") ?? SocketClient.standardPath)
        let answer = try client.ask(request, within: patience)
        if arguments.has("--json") {
            Terminal.print(answer.line)
        } else if let refusal = answer.refusal {
            Terminal.report("\(name): \(refusal)")
        } else if let status = answer.status {
            Terminal.print(status.text)
        }
        return answer.refusal == nil ? .success : .failure
    }
}

/// `earshot status`: how the running appliance is.
enum StatusCommand: RequestCommand {
    static let name = "status"
    static let request = SocketRequest.Action.status
    static let summary = "say how the running appliance is"
    static let explanation = """
        Its state, microphone, lights and outputs, and how often there was what since its start. Whoever is in the group of
        the socket's file, earshot for the service, may ask.
        """
}

/// `earshot mute`: makes the running appliance deaf.
enum MuteCommand: RequestCommand {
    static let name = "mute"
    static let request = SocketRequest.Action.mute
    static let summary = "make the running appliance deaf, until 'earshot unmute'"
    static let explanation = """
        Nothing is listened to until 'earshot unmute'. The service stays muted over a restart, until the machine is started
        again; elsewhere it ends with the program. Outputs stay as they are.
        """
}

/// `earshot unmute`: takes `earshot mute` back.
enum UnmuteCommand: RequestCommand {
    static let name = "unmute"
    static let request = SocketRequest.Action.unmute
    static let summary = "let the running appliance hear again after 'earshot mute'"
    static let explanation = "The mute switch, where there is one, mutes all the same while it is on."
}

/// `earshot cancel`: forgets what is being said.
enum CancelCommand: RequestCommand {
    static let name = "cancel"
    static let request = SocketRequest.Action.cancel
    static let summary = "have the running appliance forget what is being said, or its question"
    static let explanation = """
        An utterance that is being kept or judged is forgotten, and a question is answered with no. Outputs stay as they are.
        """
}

/// `earshot reload`: has the running appliance read its configuration again.
enum ReloadCommand: RequestCommand {
    static let name = "reload"
    static let request = SocketRequest.Action.reload
    static let summary = "have the running appliance read its configuration again"
    static let patience = Duration.seconds(120)
    static let explanation = """
        The configuration is checked whole first; one with a mistake changes nothing. What is being said is heard to its end
        before. Outputs that both have keep their levels and times; other devices under 'capture:', and another path of the
        socket, take a restart.
        """
}

extension ApplianceStatus {
    /// For people.
    var text: String {
        func list(_ items: [String]) -> String { items.isEmpty ? "none" : items.joined(separator: ", ") }
        let sound =
            microphone.available
            ? microphone.source + (microphone.problem.map { " (\($0))" } ?? "")
            : "cannot be heard" + (microphone.reason.map { ": \($0)" } ?? "")
        let response =
            counters.medianResponse.map { ", \(($0 * 1000).rounded().shortText) ms (median)" } ?? ""
        func sum(_ counts: [String: Int]) -> String {
            let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                "\($0.value) \($0.key)"
            }
            return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        }
        let board = counters.temperature.map { ", \($0.shortText) °C" } ?? ""
        let restarts =
            counters.restarts.map { ", \($0.counted("restart")) since the machine was started" } ?? ""
        return """
            state                 \(state)\(muted ? ", muted by request" : "")\(question.map { ", asks about \($0)" } ?? "")
            microphone            \(sound)
            outputs               \(list(outputs.map { "\($0.name) \($0.isOn.map { $0 ? "on" : "off" } ?? "does not obey")" }))
            lights                \(list(lights.map { "\($0.name) \($0.pattern)" }))
            running               \((counters.uptime / 3600).shortText) h\(restarts)\(board)
            sound heard           \((counters.audio / 3600).shortText) h, \(counters.gaps.counted("gap")) (\(counters.missing.shortText) s)\(sum(counters.gapReasons)), away \(counters.outages.counted("time"))
            utterances            \(counters.utterances)
            commands              \(counters.commands)\(response)
            refusals              \(counters.rejections)\(sum(counters.rejected)); nearly commands\(counters.nearly.isEmpty ? ": none" : sum(counters.nearly))
            press to light        \(counters.pressToLight.text)
            decode load           \(counters.realTimeFactor.shortText) of an utterance's length, \(counters.decodeLoad.shortText) of a core in all
            warnings              \(counters.warnings)
            \(texts)configuration         \(configuration)
            """
    }

    /// A line for each place where dictated text goes.
    private var texts: String {
        (sinks ?? []).map { sink in
            let problem = sink.problem.map { "; it \($0)" } ?? ""
            return
                "text                  \(sink.name): \(sink.written) taken, \(sink.waiting) waiting, \(sink.lost) lost\(problem)\n"
        }.joined()
    }
}

extension Histogram {
    /// Within how long most were, for people.
    fileprivate var text: String {
        guard count > 0 else { return "not measured yet" }
        var total = 0
        for (bound, count) in zip(bounds, counts) {
            total += count
            if Double(total) >= 0.9 * Double(self.count) {
                return "9 of 10 within \((bound * 1000).shortText) ms, of \(self.count)"
            }
        }
        return "more than \((bounds.last ?? 0).shortText) s, of \(count)"
    }
}

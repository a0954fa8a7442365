import Foundation
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

/// Another configuration while the appliance runs.
@Suite struct ReloadTests {
    private let reload = #"{"request":"reload"}"#

    /// What `status` says of an output.
    private func level(of output: String, _ program: SocketProgram) throws -> Bool? {
        let status = try program.ask(#"{"request":"status"}"#)["status"] as? [String: Any]
        let outputs = status?["outputs"] as? [[String: Any]] ?? []
        return outputs.first { $0["name"] as? String == output }?["on"] as? Bool
    }

    @Test("New commands are understood, and who is at the socket stays there")
    func commands() throws {
        let box = try ApplianceBox(
            socket: ", say: on", reloaded: [.words("fan on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        #expect(try program.refusal(of: #"{"request":"say","text":"fan on"}"#).contains("no command"))
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }, fan: { line: GPIO5 }",
            commands: "fan: { say: fan on, do: { output: fan, set: on } }")
        try program.order(reload)
        try program.order(#"{"request":"press"}"#)
        try program.order(#"{"request":"release"}"#)
        #expect(try program.next(event: "command")["name"] as? String == "fan")
        let outcome = try box.finish()
        #expect(outcome.moves.contains("fan on"))
        #expect(outcome.summary.gaps == 0)
    }

    @Test(
        "An output that both have keeps its level and its times; one that is gone goes off; one that is new begins"
    )
    func outputs() throws {
        let box = try ApplianceBox(socket: ", output: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try program.order(#"{"request":"output","name":"lamp","set":true}"#)
        try program.order(#"{"request":"output","name":"pump","on_for":7200}"#)
        try box.rewrite(
            outputs: "lamp: { line: GPIO22, max_on: 100h }, fan: { line: GPIO5, initial: on }",
            commands: "lamp: { say: lamp on, do: { output: lamp, set: on } }")
        try program.order(reload)
        #expect(try level(of: "lamp", program) == true)
        #expect(try level(of: "fan", program) == true)
        #expect(try level(of: "pump", program) == nil)
        let outcome = try box.finish()
        let lamp = outcome.events.compactMap { event in
            if case .output("lamp", let isOn, let reason) = event.kind { "\(isOn) \(reason)" } else { nil }
        }
        #expect(lamp == ["true socket", "false exit"], "untouched by the reload")
        #expect(outcome.moves.contains("pump on"))
        #expect(
            outcome.events.contains {
                if case .output("pump", false, "exit") = $0.kind { true } else { false }
            })
        #expect(
            outcome.events.contains { if case .reload(nil) = $0.kind { $0.origin == .socket } else { false } }
        )
    }

    @Test(
        "A press of the talk button as it was before is over: anybody presses the new one, and reloads again")
    func spentPress() throws {
        let box = try ApplianceBox(mode: "once", reloaded: [.words("lamp on")])
        let (presser, other) = (try SocketProgram(box.path), try SocketProgram(box.path))
        try presser.wait(for: "idle")
        try presser.order(#"{"request":"press"}"#)
        // Silence may have ended it by now.
        _ = try presser.ask(#"{"request":"cancel"}"#)
        try presser.wait(for: "idle")
        // It is another button, which is to be held.
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }",
            commands: "lamp: { say: lamp on, do: { output: lamp, set: on } }", talkLine: "GPIO6")
        try other.order(reload)
        try other.order(#"{"request":"press"}"#)
        try other.order(#"{"request":"release"}"#)
        _ = try other.next(event: "command")
        try other.order(reload)
        #expect(try box.finish().moves.contains("lamp on"))
    }

    @Test("A configuration with a mistake changes nothing, and what is wrong is said")
    func mistake() throws {
        let box = try ApplianceBox(socket: ", output: on, say: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try program.order(#"{"request":"output","name":"lamp","set":true}"#)
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }",
            commands: "lamp: { say: lamp on, do: { output: lmp, set: on } }")
        let refusal = try program.refusal(of: reload)
        #expect(refusal.contains("there is no output 'lmp'; did you mean 'lamp'?"), "\(refusal)")
        #expect(refusal.contains(".yaml:"), "with its place")
        #expect(try level(of: "lamp", program) == true)
        #expect(try level(of: "pump", program) == false, "what the new one had no more is still there")
        try program.order(#"{"request":"say","text":"lamp off"}"#)
        let outcome = try box.finish()
        #expect(outcome.moves == ["lamp on", "lamp off"])
    }

    @Test(
        "What needs a restart is refused, and changes nothing",
        arguments: ["capture: { device: USB }", "line"])
    func restart(change: String) throws {
        let box = try ApplianceBox(socket: ", output: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.rewrite(
            // The line of the light is now that of an output.
            outputs: change == "line" ? "lamp: { line: GPIO17 }" : "lamp: { line: GPIO22 }",
            commands: "lamp: { say: lamp on }", lights: change == "line" ? "{}" : nil,
            more: change == "line" ? "" : change)
        let refusal = try program.refusal(of: reload)
        #expect(refusal.contains("restart"))
        #expect(!refusal.contains("another user's program") && !refusal.contains("stop that"), "\(refusal)")
        try program.order(#"{"request":"output","name":"pump","set":true}"#)
        #expect(try box.finish().moves == ["pump on"])
    }

    @Test("While somebody speaks it waits, and what is being said is understood by the configuration before")
    func utterance() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let (speaker, operatingProgram) = (try SocketProgram(box.path), try SocketProgram(box.path))
        try speaker.wait(for: "idle")
        try speaker.order(#"{"request":"press"}"#)
        try box.rewrite(outputs: "lamp: { line: GPIO22 }", commands: "fan: { say: fan on }")
        operatingProgram.send(reload)
        // It is answered, and not reloaded, as long as the button is down.
        for _ in 0..<50 {
            let status = try speaker.ask(#"{"request":"status"}"#)["status"] as? [String: Any]
            #expect(status?["state"] as? String == "recording")
        }
        try speaker.order(#"{"request":"release"}"#)
        #expect(try operatingProgram.next(with: "reply")["ok"] as? Bool == true)
        let outcome = try box.finish()
        #expect(outcome.moves == ["lamp on"])
        let names = outcome.events.map(\.kind.name)
        #expect(try #require(names.firstIndex(of: "command")) < #require(names.firstIndex(of: "reload")))
        #expect(
            outcome.commands.frames.map(\.lowerBound) == outcome.commands.frames.map(\.lowerBound).sorted())
        let gaps = zip(outcome.commands.frames, outcome.commands.frames.dropFirst()).filter {
            $0.upperBound != $1.lowerBound
        }
        #expect(gaps.isEmpty, "no frame of the utterance is missing")
    }

    @Test("A program that keeps the button pressed after its utterance is over does not put a reload off")
    func keptPressed() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let (speaker, operatingProgram) = (try SocketProgram(box.path), try SocketProgram(box.path))
        try speaker.wait(for: "idle")
        try speaker.order(#"{"request":"press"}"#)
        try speaker.wait(for: "recording")
        try operatingProgram.order(#"{"request":"cancel"}"#)
        try speaker.wait(for: "idle")
        try box.rewrite(outputs: "lamp: { line: GPIO22 }", commands: "fan: { say: fan on }")
        try operatingProgram.order(reload)
        _ = try box.finish()
    }

    @Test("A button that means something else from now on keeps its line")
    func changedButton() throws {
        let box = try ApplianceBox(mode: "hold", reloaded: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }",
            commands: "lamp: { say: lamp on, do: { output: lamp, set: on } }",
            mode: "toggle")
        try program.order(reload)
        // By the second press, and not by letting go of the first.
        for request in ["press", "release", "press", "release"] {
            try program.order(#"{"request":"\#(request)"}"#)
        }
        try program.wait {
            let status = try program.ask(#"{"request":"status"}"#)["status"] as? [String: Any]
            let outputs = status?["outputs"] as? [[String: Any]] ?? []
            return outputs.contains { $0["name"] as? String == "lamp" && $0["on"] as? Bool == true }
        }
        let result = try box.finish()
        #expect(result.moves.contains("lamp on"))
        #expect(result.summary.utterances == 1)
    }

    @Test("It listens as the new configuration says, and stays muted if it was")
    func states() throws {
        let box = try ApplianceBox()
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }", commands: "lamp: { say: lamp on }", listen: "always",
            more: "front_end: { noise: off }")
        try program.order(reload)
        try program.order(#"{"request":"mute"}"#)
        try box.rewrite(
            outputs: "lamp: { line: GPIO22 }", commands: "lamp: { say: lamp on }", listen: "button")
        try program.order(reload)
        try program.order(#"{"request":"unmute"}"#)
        let states = try box.finish().states
        // What the microphone has by then may be speech, or not yet: an utterance may come between.
        #expect(
            states.filter { $0 != .recording }.suffix(4) == [.idle, .listening, .muted, .idle], "\(states)")
    }

    @Test(
        "A file that has other outputs by now than when it was read is refused; one with other commands is not"
    )
    func changedMeanwhile() throws {
        let folder = TemporaryFolder()
        func write(line: String, words: String) -> String {
            folder.write(
                "listen: always\noutputs: { lamp: \(line) }\ncommands: { lamp: { say: \(words) } }\n",
                to: "relays.yaml")
        }
        let configuration = try ApplianceConfiguration.load(write(line: "GPIO22", words: "lamp on"))
        let path = write(line: "GPIO22", words: "light on")
        try configuration.expectSameLinesInFile(or: "reload it again")
        _ = write(line: "GPIO23", words: "lamp off")
        #expect {
            try configuration.expectSameLinesInFile(or: "reload it again")
        } throws: { error in
            let text = "'\(path)' has other outputs or lights by now than when it was read; reload it again"
            return "\(error)" == text
        }
        _ = folder.write("listen: always\noutputs: { lamp: GP", to: "relays.yaml")
        // What is half written may be whole at the next try.
        #expect {
            try configuration.expectSameLinesInFile(or: "start it again")
        } throws: { error in
            guard case .unavailable(let text)? = error as? ApplianceError else { return false }
            return text.contains("mend it, and start it again:") && text.contains("relays.yaml:")
        }
    }

    @Test("Outputs that are on and are not to be on together any more go off")
    func interlock() throws {
        let box = try ApplianceBox(socket: ", output: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try program.order(#"{"request":"output","name":"lamp","set":true}"#)
        try program.order(#"{"request":"output","name":"pump","set":true}"#)
        try box.rewrite(
            outputs: "lamp: { line: GPIO22, interlock: one }, pump: { line: GPIO23, interlock: one }",
            commands: "lamp: { say: lamp on }")
        try program.order(reload)
        #expect(try level(of: "lamp", program) == false)
        #expect(try level(of: "pump", program) == false)
        _ = try box.finish()
    }
}

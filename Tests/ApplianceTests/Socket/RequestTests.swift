import Foundation
import Glibc
import Testing

@testable import Appliance

/// What an appliance does for programs at its socket, and what not.
@Suite struct RequestTests {
    @Test("Who connects is told how it is: state, microphone, lights, outputs and counts")
    func status() throws {
        let box = try ApplianceBox()
        let program = try SocketProgram(box.path)
        let snapshot = try program.next()
        #expect(
            snapshot["event"] as? String == "status" && snapshot["v"] as? Int == 1 && snapshot["t"] is Double)
        try program.wait(for: "idle")
        let reply = try program.ask(#"{"request":"status","id":3}"#)
        let status = try #require(reply["status"] as? [String: Any])
        #expect(reply["id"] as? Int == 3)
        #expect(status["muted"] as? Bool == false)
        #expect((status["microphone"] as? [String: Any])?["available"] as? Bool == true)
        let outputs = try #require(status["outputs"] as? [[String: Any]])
        #expect(outputs.map { $0["name"] as? String } == ["lamp", "pump", "gate"])
        #expect(outputs.map { $0["on"] as? Bool } == [false, false, true])
        #expect(status["counters"] is [String: Any])
        _ = try box.finish()
    }

    @Test("It is muted and unmuted by request, and every event of that says so")
    func mute() throws {
        let box = try ApplianceBox()
        let program = try SocketProgram(box.path)
        _ = try program.next()
        try program.order(#"{"request":"mute"}"#)
        let reply = try program.ask(#"{"request":"status"}"#)
        let status = try #require(reply["status"] as? [String: Any])
        #expect(status["state"] as? String == "muted" && status["muted"] as? Bool == true)
        #expect(try program.refusal(of: #"{"request":"press"}"#).contains("muted"))
        try program.order(#"{"request":"unmute"}"#)
        let outcome = try box.finish()
        #expect(outcome.states.suffix(2) == [.muted, .idle])
        let muted = outcome.events.first { if case .state(.muted) = $0.kind { true } else { false } }
        #expect(muted?.origin == .socket && muted?.json.contains(#""origin":"socket""#) == true)
    }

    @Test("The mute switch is stronger than a program")
    func muteSwitch() throws {
        let box = try ApplianceBox(script: "0.10 press mute")
        let program = try SocketProgram(box.path)
        try program.wait(for: "muted")
        #expect(try program.refusal(of: #"{"request":"unmute"}"#).contains("switch"))
        #expect(try box.finish().states.last == .muted)
    }

    @Test("The talk button is pressed and let go of by request, and a command is understood")
    func press() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        #expect(try program.refusal(of: #"{"request":"release"}"#).contains("not pressed"))
        try program.order(#"{"request":"press"}"#)
        try program.order(#"{"request":"release"}"#)
        let command = try program.next(event: "command")
        #expect(
            command["name"] as? String == "lamp" && command["text"] as? String == "", "words are not told")
        #expect(try box.finish().moves == ["lamp on"])
    }

    @Test("Only the program that pressed the button lets it go; another one cuts nobody off")
    func stranger() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        let other = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.inOneMoment {
            try program.order(#"{"request":"press"}"#)
            #expect(
                try other.refusal(of: #"{"request":"release"}"#).contains("another program presses it"))
            try program.order(#"{"request":"release"}"#)
        }
        #expect(try other.refusal(of: #"{"request":"release"}"#).contains("not pressed"))
        _ = try program.next(event: "command")
        #expect(try box.finish().moves == ["lamp on"])
    }

    @Test("Who pressed the button and has gone keeps no microphone open")
    func gone() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        do {
            let program = try SocketProgram(box.path)
            try program.wait(for: "idle")
            try program.order(#"{"request":"press"}"#)
        }
        let watcher = try SocketProgram(box.path)
        try watcher.wait(for: "idle")
        let outcome = try box.finish()
        #expect(outcome.states.contains(.recording))
        #expect(outcome.moves.isEmpty && outcome.light.map(\.isOn) == [true, false])
    }

    @Test(
        "Who tapped a button that need not be held, and has gone, keeps no microphone open",
        arguments: ["once", "toggle"])
    func goneAfterTap(mode: String) throws {
        let box = try ApplianceBox(mode: mode, commands: [.words("lamp on")])
        let watcher = try SocketProgram(box.path)
        try watcher.wait(for: "idle")
        try box.inOneMoment {
            do {
                let program = try SocketProgram(box.path)
                try program.order(#"{"request":"press"}"#)
                try program.order(#"{"request":"release"}"#)
            }
            try watcher.wait(for: "idle")
        }
        let outcome = try box.finish()
        #expect(outcome.states.contains(.recording))
        #expect(outcome.moves.isEmpty && outcome.light.map(\.isOn) == [true, false])
    }

    @Test(
        "Who has said that it was all, and goes at once, loses nothing of what was said",
        arguments: ["hold", "toggle"])
    func goneAtTheEnd(mode: String) throws {
        let box = try ApplianceBox(mode: mode, commands: [.words("lamp on")])
        let watcher = try SocketProgram(box.path)
        try watcher.wait(for: "idle")
        try box.inOneMoment {
            let program = try SocketProgram(box.path)
            for _ in 0..<(mode == "hold" ? 1 : 2) {
                try program.order(#"{"request":"press"}"#)
                try program.order(#"{"request":"release"}"#)
            }
        }
        _ = try watcher.next(event: "command")
        #expect(try box.finish().moves == ["lamp on"])
    }

    @Test("Who pressed the button and goes when that is over cuts off nobody who speaks by then")
    func goneLater() throws {
        var keyboard: [Int32] = [0, 0]
        try #require(pipe(&keyboard) == 0)
        defer { for end in keyboard { close(end) } }
        let box = try ApplianceBox(talkKey: keyboard[0], commands: [.words("lamp on")])
        let other = try SocketProgram(box.path)
        do {
            let program = try SocketProgram(box.path)
            try program.wait(for: "idle")
            try box.inOneMoment {
                try program.order(#"{"request":"press"}"#)
                try program.order(#"{"request":"cancel"}"#)
            }
            // A finger at the button itself.
            try #require(write(keyboard[1], "\n", 1) == 1)
            try program.wait(for: "recording")
        }
        // That one has gone, and whoever holds the button itself is cut off by nobody else either.
        try other.wait {
            try other.refusal(of: #"{"request":"press"}"#).contains("somebody else is being heard")
        }
        try #require(write(keyboard[1], "\n", 1) == 1)
        _ = try other.next(event: "command")
        let outcome = try box.finish()
        #expect(outcome.light.map(\.isOn) == [true, false, true, false])
        #expect(outcome.moves == ["lamp on"])
    }

    @Test("Who lets go of the button late ends nothing that somebody has begun at the button itself")
    func lateRelease() throws {
        var keyboard: [Int32] = [0, 0]
        try #require(pipe(&keyboard) == 0)
        defer { for end in keyboard { close(end) } }
        let box = try ApplianceBox(talkKey: keyboard[0], commands: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.inOneMoment {
            try program.order(#"{"request":"press"}"#)
            try program.order(#"{"request":"cancel"}"#)
        }
        try #require(write(keyboard[1], "\n", 1) == 1)
        try program.wait(for: "recording")
        try program.order(#"{"request":"release"}"#)
        func uptime() throws -> Double {
            let status = try program.ask(#"{"request":"status"}"#)["status"] as? [String: Any]
            return try #require((status?["counters"] as? [String: Any])?["uptime"] as? Double)
        }
        // Longer than sound is kept after the button was let go.
        let end = try uptime() + 2
        try program.wait { try uptime() > end }
        let status = try program.ask(#"{"request":"status"}"#)["status"] as? [String: Any]
        #expect(status?["state"] as? String == "recording")
        try #require(write(keyboard[1], "\n", 1) == 1)
        _ = try program.next(event: "command")
        #expect(try box.finish().moves == ["lamp on"])
    }

    @Test("Who presses while a verdict is awaited, and goes before it comes, keeps no microphone open")
    func goneBeforeVerdict() throws {
        let verdict = try StopSignal()
        let box = try ApplianceBox(mode: "toggle", commands: [.words("lamp on")], verdict: verdict)
        let other = try SocketProgram(box.path)
        do {
            let program = try SocketProgram(box.path)
            try program.wait(for: "idle")
            try box.inOneMoment {
                for _ in 0..<2 {
                    try program.order(#"{"request":"press"}"#)
                    try program.order(#"{"request":"release"}"#)
                }
            }
            try program.wait(for: "deciding")
            try program.order(#"{"request":"press"}"#)
        }
        try other.wait { try other.refusal(of: #"{"request":"release"}"#).contains("not pressed") }
        verdict.raise()
        try other.wait(for: "idle")
        #expect(try box.finish().states.count { $0 == .recording } == 1)
    }

    @Test(
        "A press that need not be held is over with what it began: it keeps nobody else from pressing, and no reload waiting",
        arguments: ["once", "toggle"])
    func spentPress(mode: String) throws {
        let box = try ApplianceBox(mode: mode, commands: [.words("lamp on"), .words("lamp on")])
        let (program, other) = (try SocketProgram(box.path), try SocketProgram(box.path))
        try program.wait(for: "idle")
        for presser in [program, other] {
            try presser.order(#"{"request":"press"}"#)
            // Silence may have ended it by now.
            _ = try presser.ask(#"{"request":"cancel"}"#)
            try presser.wait(for: "idle")
        }
        try other.order(#"{"request":"reload"}"#)
        try other.order(#"{"request":"release"}"#)
        let outcome = try box.finish()
        #expect(outcome.events.contains { if case .reload(nil) = $0.kind { true } else { false } })
    }

    @Test("What is being said is forgotten by request")
    func cancel() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        #expect(try program.refusal(of: #"{"request":"cancel"}"#).contains("nothing to cancel"))
        try box.inOneMoment {
            try program.order(#"{"request":"press"}"#)
            try program.order(#"{"request":"cancel"}"#)
            try program.order(#"{"request":"release"}"#)
        }
        #expect(try box.finish().moves.isEmpty)
    }

    @Test("A yes is not given from elsewhere, and a no is")
    func confirmation() throws {
        let box = try ApplianceBox(socket: ", say: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.inOneMoment {
            try program.order(#"{"request":"say","text":"pump on"}"#)
            #expect(try program.refusal(of: #"{"request":"press"}"#).contains("at the button itself"))
            try program.order(#"{"request":"cancel"}"#)
        }
        let outcome = try box.finish()
        #expect(outcome.outcomes == [.asked, .no] && outcome.moves.isEmpty)
    }

    @Test("Text is a command where that is allowed, marked so, by the rules of its output")
    func say() throws {
        let box = try ApplianceBox(socket: ", say: on, words: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try program.order(#"{"request":"say","text":"Lamp  ON"}"#)
        #expect(try program.refusal(of: #"{"request":"say","text":"lamp"}"#).contains("no command"))
        #expect(try program.refusal(of: #"{"request":"say","text":""}"#).contains("no command"))
        try program.order(#"{"request":"mute"}"#)
        #expect(try program.refusal(of: #"{"request":"say","text":"lamp off"}"#).contains("busy"))
        let outcome = try box.finish()
        #expect(outcome.moves == ["lamp on"])
        let command = try #require(outcome.events.first { $0.kind.name == "command" })
        #expect(command.origin == .socket && command.json.contains(#""text":"lamp on""#))
    }

    @Test("Text whose outputs all refuse is answered by why, and nobody is asked about it")
    func refusedText() throws {
        let box = try ApplianceBox(socket: ", say: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try box.rewrite(
            outputs: "lamp: { line: GPIO22, max_on: 30m }, pump: { line: GPIO23, max_on: 30m }",
            commands: """
                lamp: { say: "lamp on for <duration>", do: { output: lamp, on_for: <duration> } },
                pump: { say: "pump on for <duration>", do: { output: pump, on_for: <duration> }, confirm: button }
                """)
        try program.order(#"{"request":"reload"}"#)
        for output in ["lamp", "pump"] {
            #expect(
                try program.refusal(of: #"{"request":"say","text":"\#(output) on for two hours"}"#)
                    == "output '\(output)' was not switched: its 'max_on' is 30 min; say a shorter time")
        }
        try program.order(#"{"request":"say","text":"lamp on for two minutes"}"#)
        let outcome = try box.finish()
        #expect(outcome.outcomes.isEmpty)
        #expect(outcome.moves.contains("lamp on") && !outcome.moves.contains("pump on"))
    }

    @Test("An output is switched where that is allowed, by its rules")
    func output() throws {
        let box = try ApplianceBox(socket: ", output: on")
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        try program.order(#"{"request":"output","name":"lamp","set":true}"#)
        try program.order(#"{"request":"output","name":"lamp","toggle":true}"#)
        #expect(
            try program.refusal(of: #"{"request":"output","name":"pump","on_for":86000}"#).contains("max_on"))
        #expect(
            try program.refusal(of: #"{"request":"output","name":"lmp","set":true}"#)
                == "output 'lmp' was not switched: there is no such output; add it under 'outputs:'")
        let outcome = try box.finish()
        #expect(outcome.moves == ["lamp on", "lamp off"])
    }

    @Test("Neither is allowed unless the configuration says so")
    func forbidden() throws {
        let box = try ApplianceBox()
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        #expect(try program.refusal(of: #"{"request":"say","text":"lamp on"}"#).contains("say: on"))
        #expect(
            try program.refusal(of: #"{"request":"output","name":"lamp","set":true}"#).contains("output: on"))
        #expect(try box.finish().moves.isEmpty)
    }

    @Test("Programs that flood it cost no sound, and move nothing")
    func flood() throws {
        let box = try ApplianceBox(commands: [.words("lamp on")])
        let program = try SocketProgram(box.path)
        try program.wait(for: "idle")
        let others = try (0..<10).map { _ in try SocketProgram(box.path) }
        for round in 0..<200 {
            for other in others { other.send(round % 2 == 0 ? #"{"request":"status"}"# : "\u{1}garbage") }
            if round % 10 == 0 { for other in others { _ = try other.next(with: "ok") } }
        }
        try program.order(#"{"request":"press"}"#)
        try program.order(#"{"request":"release"}"#)
        _ = try program.next(event: "command")
        let outcome = try box.finish()
        #expect(outcome.summary.gaps == 0 && outcome.moves == ["lamp on"])
    }
}

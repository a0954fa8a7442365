import Interpretation
import ListeningSupport
import Testing

@testable import Appliance

@Suite("What continues a command after the pause that ended it")
struct ContinuationTests {
    /// "coffee with milk" from 1.0 to 1.6 s, which ends at 2.8 s, and "and sugar" a little later.
    private func heard(
        say: String = "coffee [with milk [and sugar]]", listen: String = "always",
        do steps: String = "{ output: lamp, toggle: on }", confirm: String = "none", others: String = "",
        lines: [ScriptedSearch.Line] = [
            .words("coffee with milk"), .words("and sugar"), .words("coffee with milk and sugar"),
        ], answers: [ScriptedSearch.Line] = [], latency: Int = 0, voice: String = "",
        more: Range<Double> = 3.2..<3.8, answerAt answer: [Range<Double>] = [], script: String = ""
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            \(listen == "wake" ? "wake: okay workshop" : "")
            \(voice)
            lights: { recording: GPIO17, status: GPIO24 }
            buttons: { talk: { line: GPIO27, mode: once, cancel_after: 1s } }
            outputs: { lamp: GPIO22 }
            commands:
              coffee: { say: "\(say)", confirm: \(confirm), do: \(steps) }
              \(others)
            """,
            commands: lines, answers: answers, latency: latency, speechAt: [1.0..<1.6, more] + answer,
            script: script, length: 16)
    }

    @Test("Where the command is done already, the whole is refused, and told of")
    func tooLate() throws {
        let outcome = try heard()
        #expect(outcome.moves == ["lamp on"])
        #expect(outcome.spoken == ["coffee with milk"])
        let rejection = try #require(outcome.refused.first)
        #expect(outcome.refused.count == 1)
        #expect(rejection.reason == .continues)
        #expect(rejection.text == "coffee with milk and sugar")
        #expect(rejection.nearest == "coffee")
        // From where the first began, its pre-roll with it.
        #expect(outcome.commands.utterances == 3)
    }

    @Test("Where the command waits for a yes by button, the whole takes its place")
    func asked() throws {
        let outcome = try heard(confirm: "button", script: "6.0 press talk\n6.1 release talk\n")
        #expect(outcome.outcomes == [.asked, .withdrawn, .asked, .yes], "each question has an outcome")
        let finals = outcome.events.compactMap { event in
            if case .final(let transcript) = event.kind { transcript.text } else { nil }
        }
        #expect(finals.last == "coffee with milk and sugar")
        #expect(outcome.spoken == ["coffee with milk and sugar"])
        #expect(outcome.moves == ["lamp on"])
        #expect(outcome.refused.isEmpty)
    }

    @Test(
        "Where the command waits for a spoken yes, what continues it is no answer: the whole takes its place")
    func askedByVoice() throws {
        let outcome = try heard(
            confirm: "voice", lines: [.words("coffee with milk"), .words("coffee with milk and sugar")],
            answers: [.unlikely("no"), .words("yes")], answerAt: [6.5..<7.0])
        #expect(outcome.outcomes == [.asked, .withdrawn, .asked, .yes])
        #expect(outcome.spoken == ["coffee with milk and sugar"])
        #expect(outcome.moves == ["lamp on"])
        #expect(outcome.refused.isEmpty)
    }

    @Test("Other speech after a command that waits for a spoken yes takes the question back as ever")
    func otherAnswer() throws {
        let outcome = try heard(
            confirm: "voice",
            lines: [.words("coffee with milk"), .words("coffee with milk"), .unlikely("coffee")],
            answers: [.unlikely("no")])
        #expect(outcome.outcomes == [.asked, .withdrawn])
        #expect(outcome.moves.isEmpty)
        #expect(outcome.refused.map(\.reason) == [.unlikely, .unconfirmed])
    }

    @Test("Whoever goes on in time is heard, however late the command is understood")
    func slow() throws {
        // Asked in vain for 1.1 s.
        let outcome = try heard(
            listen: "wake", latency: 110, script: "0.9 press talk\n0.95 release talk\n")
        #expect(outcome.refused.map(\.reason) == [.continues])
    }

    @Test("Behind a tone nothing is kept for what could not continue the command")
    func tone() throws {
        let outcome = try heard(
            listen: "wake", voice: "voice: { tones: on }", script: "0.6 press talk\n0.65 release talk\n")
        #expect(outcome.spoken == ["coffee with milk"])
        #expect(outcome.states.filter { $0 == .recording }.count == 1)
    }

    @Test("A press is a yes also while somebody goes on")
    func pressed() throws {
        let outcome = try heard(confirm: "button", script: "3.5 press talk\n3.6 release talk\n")
        #expect(outcome.outcomes == [.asked, .yes])
        #expect(outcome.spoken == ["coffee with milk"])
    }

    @Test("Where the command begins with a wait, the whole is done in its stead")
    func waiting() throws {
        let outcome = try heard(do: "[{ wait: 4s }, { output: lamp, toggle: on }]")
        #expect(outcome.spoken == ["coffee with milk", "coffee with milk and sugar"])
        #expect(outcome.moves == ["lamp on"])
        #expect(outcome.refused.map(\.reason) == [.replaced])
        #expect(outcome.refused.map(\.text) == ["coffee with milk"])
    }

    @Test("A whole may go on once more")
    func threeParts() throws {
        let outcome = try heard(
            confirm: "button",
            lines: [
                .words("coffee"), .words("with milk"), .words("coffee with milk"), .words("and sugar"),
                .words("coffee with milk and sugar"),
            ],
            answerAt: [5.4..<6.0], script: "9.0 press talk\n9.1 release talk\n")
        #expect(outcome.outcomes == [.asked, .withdrawn, .asked, .withdrawn, .asked, .yes])
        #expect(outcome.spoken == ["coffee with milk and sugar"])
    }

    @Test("A word before the pause may be heard otherwise once all is heard")
    func heardOtherwise() throws {
        let outcome = try heard(
            say: "(get me | give me) coffee [with milk]", do: "[{ wait: 4s }, { output: lamp, toggle: on }]",
            lines: [.words("get me coffee"), .words("with milk"), .words("give me coffee with milk")])
        #expect(outcome.spoken == ["get me coffee", "give me coffee with milk"])
        #expect(outcome.refused.map(\.reason) == [.replaced])
    }

    @Test("A whole that is asked about in another way takes the question for its half back")
    func askedOtherwise() throws {
        let outcome = try heard(
            say: "coffee", confirm: "button",
            others: "milk: { say: coffee with milk, do: { output: lamp, toggle: on } }",
            lines: [.words("coffee"), .words("with milk"), .words("coffee with milk")],
            script: "6.0 press talk\n6.1 release talk\n")
        #expect(outcome.outcomes == [.asked, .withdrawn])
        #expect(outcome.refused.map(\.reason) == [.continues, .unconfirmed])
        #expect(outcome.moves.isEmpty)
    }

    @Test("A whole that is not believed is told, in the place of its second half")
    func unlikelyWhole() throws {
        let outcome = try heard(
            lines: [.words("coffee with milk"), .words("and sugar"), .unlikely("coffee with milk and sugar")])
        #expect(outcome.refused.map(\.reason) == [.unlikely])
        #expect(outcome.refused.map(\.text) == ["coffee with milk and sugar"])
        let unasked = try heard(
            listen: "wake",
            lines: [
                .words("coffee with milk"), .words("and sugar"), .unlikely("coffee with milk and sugar"),
            ],
            script: "0.9 press talk\n0.95 release talk\n")
        #expect(unasked.refused.map(\.reason) == [.unlikely])
    }

    @Test("A command that begins with a wait has answered when the wait begins")
    func responseOfWait() throws {
        let outcome = try heard(do: "[{ wait: 4s }, { output: lamp, toggle: on }]", more: 12.0..<12.1)
        let response = try #require(outcome.summary.responses.first)
        #expect(response < .seconds(2))
        #expect(outcome.summary.responses.count == 1)
    }

    @Test("A command of somebody in the background is told as that, and continues nobody's")
    func background() throws {
        let outcome = try ApplianceHarness.play(
            """
            listen: always
            lights: { recording: GPIO17 }
            outputs: { lamp: GPIO22 }
            commands: { coffee: { say: "coffee [with milk]", do: { output: lamp, toggle: on } } }
            """,
            commands: [.words("coffee"), .words("coffee with milk"), .words("coffee with milk")],
            speechAt: [1.0..<1.6], radioAt: [3.2..<3.8], length: 8)
        #expect(outcome.spoken == ["coffee"])
        #expect(outcome.refused.map(\.reason) == [.background])
        #expect(outcome.commands.utterances == 2, "the whole is not searched")
    }

    @Test("More than a second after its end, nothing belongs to a command any more")
    func late() throws {
        let outcome = try heard(more: 4.4..<5.0)
        #expect(outcome.refused.map(\.reason) == [.incomplete])
        #expect(outcome.commands.utterances == 2)
    }

    @Test("What is no command with the one before it either is refused as it was by itself")
    func unrelated() throws {
        let outcome = try heard(
            lines: [.words("coffee with milk"), .words("and sugar"), .words("coffee with milk")])
        #expect(outcome.refused.map(\.reason) == [.incomplete])
        #expect(outcome.refused.map(\.text) == ["and sugar"])
        #expect(outcome.spoken == ["coffee with milk"])
    }

    @Test("A command that nothing can go on is followed by an utterance of its own")
    func whole() throws {
        let outcome = try heard(lines: [.words("coffee with milk and sugar"), .words("and sugar")])
        #expect(outcome.refused.map(\.reason) == [.incomplete])
        #expect(outcome.commands.utterances == 2)
    }

    @Test("Where speech alone begins no utterance, it continues the command before it, and does nothing else")
    func asleep() throws {
        let press = "0.9 press talk\n0.95 release talk\n"
        let outcome = try heard(listen: "wake", script: press)
        #expect(outcome.refused.map(\.reason) == [.continues])
        let other = try heard(
            listen: "wake",
            lines: [.words("coffee with milk"), .words("coffee"), .words("coffee with milk")], script: press)
        #expect(other.refused.map(\.reason) == [.noWords], "what was recorded comes to something")
        #expect(other.spoken == ["coffee with milk"])
        let late = try heard(listen: "wake", more: 4.4..<5.0, script: press)
        #expect(late.commands.utterances == 1)
    }
}

extension RunResult {
    /// The words of the commands that were done.
    fileprivate var spoken: [String] {
        events.compactMap { if case .command(let command) = $0.kind { command.text } else { nil } }
    }

    fileprivate var refused: [Rejection] {
        events.compactMap { if case .rejected(let rejection) = $0.kind { rejection } else { nil } }
    }
}

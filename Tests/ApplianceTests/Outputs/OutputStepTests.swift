import Grammar
import Interpretation
import ListeningSupport
import Testing

@testable import Appliance

/// Steps that take what they do from what was said.
@Suite struct OutputStepTests {
    /// A lamp, and after it a fan on, a second of waiting and a horn off, after "lamp on".
    private func outcome(of lamp: OutputStep) throws -> RunResult {
        try ApplianceHarness.play(
            """
            outputs: { lamp: GPIO22, fan: GPIO23, horn: { line: GPIO24, initial: on } }
            commands: { work: { say: lamp on } }
            """, commands: [.words("lamp on")], speechAt: [1.0..<1.6],
            changing: { configuration in
                configuration.commands[0].steps = [
                    lamp, .set(output: "fan", .fixed(true)), .wait(.seconds(1)),
                    .set(output: "horn", .fixed(false)),
                ]
            })
    }

    @Test(
        "A step for which nothing was said is refused with its remedy, and after it only what switches off is done",
        arguments: [
            (
                OutputStep.set(output: "lamp", .slot("state")),
                "'work' did not switch lamp: its step 'set: <state>' needs on or off, and neither was said; "
                    + "put <state>, a rule such as \"on | off\", once into each sentence of its 'say:'"
            ),
            (
                OutputStep.onFor(output: "lamp", .slot("duration")),
                "'work' did not switch lamp: its step 'on_for: <duration>' needs a time, and none was said; "
                    + "put <duration>, the built-in rule, once into each sentence of its 'say:'"
            ),
        ])
    func unsaid(step: OutputStep, warning: String) throws {
        let outcome = try outcome(of: step)
        #expect(outcome.summary.commands == 1)
        #expect(outcome.moves == ["horn off"])
        #expect(
            outcome.warnings == [warning, "'work' did not switch fan: a step before it was refused"])
    }

    @Test("A step that can be made is done, and those after it")
    func said() throws {
        let outcome = try outcome(of: .set(output: "lamp", .fixed(true)))
        #expect(outcome.moves == ["lamp on", "fan on", "horn off"])
        #expect(outcome.warnings.isEmpty)
    }

    @Test("What was said is put in")
    func resolved() {
        let command = Command(
            name: "work", slots: ["state": .text("off"), "duration": .duration(.seconds(2))], score: 1,
            text: "")
        #expect(OutputStep.set(output: "lamp", .slot("state")).resolved(with: command) == .set("lamp", false))
        #expect(
            OutputStep.onFor(output: "lamp", .slot("duration")).resolved(with: command)
                == .onFor("lamp", .seconds(2)))
    }
}

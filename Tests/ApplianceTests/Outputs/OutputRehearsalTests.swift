import Configuration
import Testing

@testable import Appliance

@Suite struct OutputRehearsalTests {
    typealias Reason = ApplianceConfiguration.VainStep.Reason

    private func vainSteps(_ rules: String, _ steps: String) throws -> [ApplianceConfiguration.VainStep] {
        let text = """
            outputs: { up: { line: GPIO17, \(rules) }, down: { line: GPIO27, \(rules) } }
            commands: { go: { say: "go <state> there", do: [\(steps)] } }
            rules: { state: "on | off" }
            """
        return try ApplianceConfiguration(Document(text: text, name: "box.yaml")).vainSteps
    }

    @Test(
        "A step that its own command leaves no room for is found",
        arguments: [
            (
                "interlock: gate", "{ output: up, set: on }, { output: down, set: on }",
                "up", Reason.replaced(by: "down")
            ),
            (
                "interlock: { group: gate, wins: first }",
                "{ output: up, set: on }, { output: down, set: on }",
                "down", .interlocked(with: "up")
            ),
            (
                "interlock: gate, min_dwell: 2s",
                "{ output: up, set: on }, { wait: 1s }, { output: down, set: on }",
                "down", .interlocked(with: "up")
            ),
            (
                "min_dwell: 1s", "{ output: up, pulse: 1s }, { wait: 1500ms }, { output: up, pulse: 1s }",
                "up", .rests
            ),
            (
                "max_on: 5s", "{ output: up, pulse: 4s }, { wait: 3s }, { output: up, pulse: 4s }",
                "up", .exceedsMaxOn
            ),
        ])
    func vain(rules: String, steps: String, output: String, reason: Reason) throws {
        #expect(try vainSteps(rules, steps) == [.init(command: "go", output: output, reason: reason)])
    }

    @Test(
        "A step that has room is not, nor one that is left to what is said",
        arguments: [
            ("interlock: gate", "{ output: up, set: on }, { wait: 1s }, { output: down, set: on }"),
            ("min_dwell: 1s", "{ output: up, pulse: 1s }, { wait: 2s }, { output: up, pulse: 1s }"),
            ("cooldown: 24h, max_on: 5s", "{ output: up, set: on }, { output: down, set: on }"),
            ("interlock: gate", "{ output: up, set: <state> }, { output: down, set: on }"),
        ])
    func sound(rules: String, steps: String) throws {
        #expect(try vainSteps(rules, steps).isEmpty)
    }
}

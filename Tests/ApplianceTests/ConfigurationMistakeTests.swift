import Configuration
import GPIO
import Testing

@testable import Appliance

/// Mistakes that each section alone does not show.
@Suite struct ConfigurationMistakeTests {
    private func diagnostics(_ text: String) -> [String] {
        do {
            _ = try ApplianceConfiguration(Document(text: text, name: "box.yaml"))
            return []
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }

    @Test(
        "What should hold commands and cannot is told once",
        arguments: [
            (
                "commands: []",
                "box.yaml:1:11: expected commands as 'name: { say: words }', but this is a list"
            ),
            ("- lamp", "box.yaml:1:1: expected keys with values, but this is a list"),
            ("lamp", "box.yaml:1:1: expected keys with values, but this is text"),
        ])
    func noMap(text: String, mistake: String) {
        #expect(diagnostics(text) == [mistake])
    }

    @Test("Rules and imports beside dictation, which has none, are mistakes")
    func rulesOfDictation() {
        #expect(
            diagnostics("recognize: dictation\nimport: nope.gram\nrules: { a: \"( <zz>\" }\n") == [
                "box.yaml:2:9: dictation has no 'import'; remove it, or 'recognize: dictation'",
                "box.yaml:3:8: dictation has no 'rules'; remove it, or 'recognize: dictation'",
            ])
    }

    @Test("A command without a name is a mistake")
    func namelessCommand() {
        #expect(
            diagnostics("commands: { \"\": { say: \"raise the gate\" } }\n") == [
                "box.yaml:1:13: a command needs a name, such as 'lamp-on'"
            ])
    }

    @Test(
        "A command without words is told of once",
        arguments: [
            ("{}", "box.yaml:1:13: command 'a' has no words; add 'say:'"),
            ("{ says: raise the gate }", "box.yaml:1:18: unknown key 'says'; did you mean 'say'?"),
            ("raise the gate", "box.yaml:1:16: expected keys with values, but this is text"),
        ])
    func noWords(command: String, mistake: String) {
        #expect(diagnostics("commands: { a: \(command) }\n") == [mistake])
    }

    // MARK: - Outputs

    private func motors(_ up: String, _ down: String) -> [String] {
        diagnostics(
            """
            outputs:
              up: { line: GPIO22\(up) }
              down: { line: GPIO23\(down) }
            commands: { raise: { say: "raise the gate", do: { output: up, set: on } } }
            """)
    }

    @Test(
        "A value that a step needs must be said, and only once",
        arguments: [
            (
                "run it [for <duration>]",
                "may be left unsaid, and then nothing says what to do; take the brackets away around it, and in its rule what can be said without a word"
            ),
            (
                "run it <duration 1m..20m> or <duration 1m..5m>",
                "may be said more than once, and then nothing says which one is meant; use it once"
            ),
            (
                "run it (for <duration>)+",
                "may be said more than once, and then nothing says which one is meant; use it once"
            ),
        ])
    func unclearValue(phrase: String, reason: String) {
        let found = diagnostics(
            """
            outputs: { pump: { line: GPIO23 } }
            commands: { run: { say: "\(phrase)", do: { output: pump, on_for: <duration> } } }
            """)
        #expect(found.count == 1 && found[0].hasSuffix("<duration> \(reason)"), "\(found)")
    }

    @Test("Of a group all must agree who wins")
    func interlockWinners() {
        let said = motors(
            ", interlock: { group: gate, wins: first }", ", interlock: { group: gate, gap: 1s }")
        #expect(said.count == 1)
        #expect(
            said.first?.contains("'wins' is last here, and first of 'up' in the same interlock") == true,
            "\(said)")
        #expect(
            motors(", interlock: { group: gate, wins: first }", ", interlock: { group: gate, wins: first }")
                .isEmpty)
        #expect(motors(", interlock: gate", ", interlock: { group: gate, gap: 1s }").isEmpty)
    }

    @Test("An interlock that nothing else shares is a mistake, with the one that was meant")
    func lonelyInterlock() {
        #expect(
            motors(", interlock: gate", ", interlock: gaet") == [
                "box.yaml:2:34: only 'up' is in interlock 'gate', so nothing is kept apart; did you mean 'gaet'?",
                "box.yaml:3:36: only 'down' is in interlock 'gaet', so nothing is kept apart; did you mean 'gate'?",
            ])
        #expect(
            motors(", interlock: gate", "") == [
                "box.yaml:2:34: only 'up' is in interlock 'gate', so nothing is kept apart; "
                    + "give another output the same, or remove it"
            ])
        #expect(motors(", interlock: gate", ", interlock: gate").isEmpty)
    }

    @Test(
        "Who wants no interlock is told to remove it, as its name would tie outputs together",
        arguments: ["none", "Off", "no", "false", "\"\"", "{ group: none }"])
    func noInterlock(name: String) {
        let said = motors(", interlock: \(name)", ", interlock: \(name)")
        #expect(said.count == 2, "\(said)")
        #expect(said.first?.hasPrefix("box.yaml:2:34: 'interlock' names a group of outputs") == true)
        #expect(said.first?.hasSuffix("remove 'interlock'") == true)
    }

    @Test("An output with a mistake of its own is still of its group")
    func interlockOfMistaken() {
        let said = motors(", interlock: gate", ", interlock: gate, max_on: soon")
        #expect(said.count == 1 && said[0].hasPrefix("box.yaml:3:"), "\(said)")
    }

    private func horn(_ rule: String, _ action: String) -> [String] {
        diagnostics(
            """
            outputs: { horn: { line: GPIO22, \(rule) } }
            commands:
              blow:
                say: "blow the horn for <duration>"
                do: \(action)
            """)
    }

    @Test(
        "A fixed time that the output's rules never allow is a mistake where the step stands",
        arguments: [
            (
                "max_on: 1s", "{ output: horn, on_for: 2s }",
                "5:9: 'horn' is never on for 2s, as its 'max_on' is 1s; change one of them"
            ),
            (
                "min_dwell: 10s", "[ { wait: 1s }, { output: horn, pulse: 300ms } ]",
                "5:25: 'horn' is never on for just 300ms, as its 'min_dwell' is 10s; change one of them"
            ),
        ])
    func impossibleTimes(rule: String, action: String, diagnostic: String) {
        #expect(horn(rule, action) == ["box.yaml:\(diagnostic)"])
    }

    @Test("A time that is allowed to the limit is none, nor one that is only known when it is said")
    func possibleTimes() {
        #expect(horn("max_on: 2s", "{ output: horn, on_for: 2s }").isEmpty)
        #expect(horn("min_dwell: 2s", "{ output: horn, pulse: 2s }").isEmpty)
        #expect(horn("max_on: 1s", "{ output: horn, on_for: <duration> }").isEmpty)
    }

    @Test("A time beyond 10 ms to 24 h is a mistake where it stands", arguments: ["9ms", "25h"])
    func fixedTime(span: String) {
        let said = horn("at_exit: off", "{ output: horn, on_for: \(span) }")
        #expect(said.count == 1 && said[0].hasPrefix("box.yaml:5:"), "\(said)")
        #expect(said.first?.hasSuffix("must be 10ms to 24h") == true)
        #expect(horn("at_exit: off", "{ output: horn, on_for: 10ms }").isEmpty)
        #expect(horn("at_exit: off", "{ output: horn, on_for: 24h }").isEmpty)
    }

    @Test("A rule of the file's own that hides <duration> is said to hide it")
    func hiddenDuration() {
        let said = diagnostics(
            """
            outputs: { pump: GPIO22 }
            commands: { run: { say: "pump for <duration>", do: { output: pump, on_for: <duration> } } }
            rules: { duration: "one hour" }
            """)
        #expect(
            said == [
                "box.yaml:2:52: <duration> is a rule of this configuration, which hides the built-in <duration>; rename it"
            ])
    }

    // MARK: - Lines

    private static let profile = (try? BoardProfile.ofThisMachine()) ?? .bare

    @Test(
        "A line that only looks like one of the board is a mistake where it stands",
        .enabled(if: profile.forChecks().name == "Raspberry Pi", "this is another board"))
    func misspeltLine() {
        for (line, meant) in [("gpio22", "GPIO22"), ("GPIO022", "GPIO22"), ("BCM5", "GPIO5")] {
            let said = diagnostics(
                "lights: { ready: \(line) }\ncommands: { a: { say: \"raise the gate\" } }\n")
            #expect(
                said == [
                    "box.yaml:1:18: no line is named '\(line)'; did you mean \(meant)? 'earshot pins' lists all lines"
                ])
        }
    }

    // MARK: - Listening

    private let command = "commands: { a: { say: \"raise the gate\", confirm: button } }\n"

    @Test("A talk button with a mistake is a button all the same")
    func mistakenButton() {
        let said = diagnostics("listen: button\nbuttons: { talk: , mute: GPIO22 }\n" + command)
        #expect(said.count == 1 && said[0].hasPrefix("box.yaml:2:18: expected a line"), "\(said)")
    }

    @Test("Who gives a wake phrase to a button that is not there is told of both ways out, once")
    func wakeWithoutButton() {
        #expect(
            diagnostics("listen: button\nwake: okay workshop\ncommands: { a: { say: \"raise the gate\" } }\n")
                == [
                    "box.yaml:1:9: 'listen: button' needs a button, and there is only a wake phrase; write 'listen: wake', "
                        + "or add 'buttons: { talk: GPIO27 }' and remove 'wake'"
                ])
    }

    @Test("A switch word without quotes is no wake phrase, and with them it is one")
    func wakeSwitchedOff() {
        let commands = "commands: { a: { say: \"raise the gate\" } }\n"
        #expect(
            diagnostics("wake: off\n" + commands) == [
                "box.yaml:1:7: 'off' is no wake phrase; write one (\"okay workshop\" is a good one), or remove 'wake:'"
            ])
        #expect(diagnostics("wake: \"off\"\n" + commands).isEmpty)
    }

    @Test("What is not said is no part of a wake phrase")
    func wakePunctuation() {
        #expect(
            diagnostics("wake: \"ok workshop!\"\ncommands: { a: { say: \"raise the gate\" } }\n") == [
                "box.yaml:1:7: '!' in 'ok workshop!' is not said; write only the words"
            ])
    }

    @Test(
        "What a word processor leaves in a wake phrase is told",
        arguments: [
            ("ok workshop.", "'.' is not said; write only the words"),
            ("\u{201C}ok\u{201D} workshop", "'\u{201C}' is not said; write straight quotes instead, or none"),
            (
                "ok work\u{AD}shop",
                "an invisible character (U+00AD) stands here; delete it, or type the word again"
            ),
        ])
    func wakeTypography(phrase: String, message: String) {
        #expect(
            diagnostics("wake: '\(phrase)'\ncommands: { a: { say: \"raise the gate\" } }\n")
                == ["box.yaml:1:7: \(message)"])
    }

    // MARK: - Pronunciations

    @Test("A word with pronunciations in two places is a mistake, be it in capitals in one")
    func pronunciationTwice() {
        let said = diagnostics(
            "pronunciations: { gate: G EY T, GATE: G AE T }\ncommands: { a: { say: \"raise the gate\" } }\n")
        #expect(said == ["box.yaml:1:33: 'gate' is there twice; write all its pronunciations in one list"])
    }

    @Test(
        "A pronunciation without phones is a mistake", arguments: ["\"\"", "\" \"", "[]", "[ G EY T, \"\" ]"])
    func emptyPronunciation(text: String) {
        let said = diagnostics(
            "pronunciations: { gate: \(text) }\ncommands: { a: { say: \"raise the gate\" } }\n")
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.hasSuffix("the pronunciation of 'gate' is empty; write its phones") == true)
    }
}

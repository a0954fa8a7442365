import Foundation
import TestSupport
import Testing

/// `earshot new`, with its answers from a pipe and pins in memory.
@Suite struct NewCommandTests {
    private let folder = TemporaryFolder()

    private func new(
        _ answers: [String], _ arguments: [String] = [], file: String = "site.yaml"
    ) throws -> Tool.Outcome {
        let text = answers.map { $0 + "\n" }.joined()
        return try Tool.run(
            ["new", folder.path(file), "--board", "simulated"] + arguments, input: Data(text.utf8))
    }

    private func written(_ file: String = "site.yaml") throws -> String {
        try String(contentsOfFile: folder.path(file), encoding: .utf8)
    }

    /// What Enter alone gives, question by question; the machine that runs this may have a microphone or not.
    private struct Answers {
        /// With a recording for the microphone.
        static let microphone = [""]
        static let light = ["", "", ""]
        /// Name, line, sense, "do not move it", limit, and no more outputs.
        static let lamp = ["", "", "", "", "", ""]
    }

    private let recording = ["--input", Tool.recordings + "goforward.raw"]

    @Test("Enter alone makes a configuration that works, and nothing moves unasked")
    func enterAlone() throws {
        let outcome = try new(
            Answers.microphone + Answers.light + Answers.lamp + ["", "", "", "no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Good: the loudest was"))
        #expect(outcome.output.contains("GPIO17 (pinctrl-bcm2835:17) was on, and is off, in memory."))
        #expect(!outcome.output.contains("GPIO22 (pinctrl-bcm2835:22) was on"))
        #expect(outcome.output.contains("earshot run \(folder.path("site.yaml")) --board simulated"))
        #expect(try Tool.run(["check", folder.path("site.yaml")]).status == 0)
        #expect(
            try written() == """
                # What this appliance hears, and what follows.
                #
                # Check it after a change:  earshot check \(folder.path("site.yaml"))
                # Try it without pins:      earshot run \(folder.path("site.yaml")) --board simulated

                locale: en-US                # the language that is spoken

                listen: button               # or 'wake', with a phrase under 'wake:'

                lights:
                  recording:
                    line: GPIO17             # header pin 11; lit exactly while it records you

                buttons:
                  talk:
                    line: GPIO27             # header pin 13; to ground through the button
                    mode: hold               # talk while it is held; 'toggle' is a press to start and one to stop
                    pull: up                 # the chip's own resistor

                outputs:
                  lamp:
                    line: GPIO22             # header pin 15

                # Words in [brackets] may be left out, (a | b) is one or the other, and <state> is a rule from below.
                commands:
                  lamp:
                    say: "turn <state> the lamp"
                    do: { output: lamp, set: <state> }

                rules:
                  state: "on | off"

                """)
    }

    @Test(
        "A line whose name YAML would take for a list is written in quotes",
        .enabled(
            if: !FileManager.default.fileExists(atPath: "/proc/device-tree/compatible"), "this is a board"))
    func bracketedLine() throws {
        _ = folder.makeFolder("share/earshot/board")
        let profile = try ProjectFolder.text("board/raspberry-pi.yaml")
            .replacing("  11: GPIO17\n", with: "  11: '[LAMP]'\n")
        folder.write(profile, to: "share/earshot/board/raspberry-pi.yaml")
        let answers = ["", "[LAMP]", "", ""] + Answers.lamp + ["", "", "", "no"]
        let outcome = try Tool.installed(
            in: folder.path,
            """
            new \(folder.path("site.yaml")) --board simulated \(recording.joined(separator: " ")) <<'END'
            \(answers.joined(separator: "\n"))
            END
            """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(try written().contains("    line: \"[LAMP]\" "))
    }

    @Test("A relay moves when that is wanted, either way round, and has its limit")
    func relay() throws {
        let outcome = try new(
            Answers.microphone + ["none"]
                + ["pump", "BOARD16", "no", "yes", "no", "yes", "yes", "30m", "none"]
                + ["turn <stat> the pump", "run the pump for <duration>", "yes"]
                + ["pump <state> now", "pump off now", "yes", "always", "no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.components(separatedBy: "was on, and is off, in memory").count == 3)
        let text = try written()
        for line in [
            "    line: BOARD16            # header pin 16", "    active_low: true", "    max_on: 30m",
            "    do: { output: pump, on_for: <duration> }", "    do: { output: pump, set: off }",
            "  not-pump-off:\n    say: \"pump on now\"\n", "listen: always",
        ] { #expect(text.contains(line), "\(line)\n\(text)") }
        #expect(!text.contains("lights:"))
        #expect(!text.contains("rules:"))
        let said = outcome.output.joined
        #expect(said.contains("no rule is called 'stat'") && said.contains("'state'"), "\(outcome.output)")
        #expect(said.contains("so say it without <…>"))
        #expect(said.contains("\"pump on now\" would be taken for \"pump off now\""), "\(outcome.output)")
    }

    @Test("Answers that cannot be meant are explained, and asked again")
    func badAnswers() throws {
        let outcome = try new(
            ["perhaps", "no"] + ["17", "GPIO71", "BOARD6", "GPIO17", "no"]
                + ["on", "2nd", "fan", "GPIO17", "GPIO23", "", "", "soon", "800h", "2h", "fan", "none"]
                + [
                    "turn (<state> the fan", "turn <state> the fan", "sometimes", "button", "GPIO23",
                    "GPIO27",
                ]
                + ["no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        for remedy in [
            "Answer yes or no.", "write GPIO17, or BOARD17 for pin 17", "no line is named 'GPIO71'",
            "pin 6 of the header is not a GPIO line", "'on' is a switch; take another word.",
            "A name has letters, digits and dashes",
            "GPIO17 is the recording light already", "500ms, 2s, 10m or 1h, or 'no limit'",
            "Write a time from 10ms to 720h, or 'no limit'.",
            "'fan' is there already", "this '(' is never closed", "Answer button, wake or always",
            "GPIO23 is 'fan' already",
        ] { #expect(outcome.output.joined.contains(remedy), "\(remedy)\n\(outcome.output)") }
        #expect(try written().contains("max_on: 2h"))
    }

    @Test("A word that no dictionary has is told with its guess, and may be said otherwise")
    func unknownWord() throws {
        let outcome = try new(
            Answers.microphone + Answers.light + Answers.lamp
                + [
                    "turn <state> the floofinator", "no", "turn <state> the 2nd lamp",
                    "turn <state> the lamp",
                ]
                + ["", "", "no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("floofinator  F L UW"))
        #expect(outcome.output.contains("Then say it in other words."))
        #expect(try written().contains("\"turn <state> the lamp\""))
    }

    @Test("A wake phrase takes the place of the button, and a short one is warned of")
    func wakePhrase() throws {
        let outcome = try new(
            Answers.microphone + Answers.light + Answers.lamp
                + ["", "wake", "hey", "no", "okay workshop", "no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.joined.contains("The wake phrase \"hey\" is short"))
        let text = try written()
        #expect(text.contains("listen: wake "))
        #expect(text.contains("wake: \"okay workshop\""))
        #expect(!text.contains("buttons:"))
    }

    @Test("Without anything wired, a phrase that programs are told of is enough")
    func nothingWired() throws {
        let outcome = try new(Answers.microphone + ["none", "none", "", "always", "no"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!(try written().contains("outputs:")))
    }

    @Test("A file that exists is left alone, or kept beside the new one")
    func existingFile() throws {
        folder.write("mine", to: "site.yaml")
        let rest = Answers.microphone + Answers.light + Answers.lamp + ["", "", "", "no"]
        #expect(try new([""] + rest, recording).status == 0)
        #expect(try written() == "mine")
        #expect(try written("site-2.yaml").contains("lamp"))

        #expect(try new([folder.path("site-2.yaml"), "replace"] + rest, recording).status == 0)
        #expect(try written("site.yaml~") == "mine")
        #expect(try written().contains("lamp"))

        #expect(try new(rest, recording + ["--force"], file: "site-2.yaml").status == 0)
        #expect(try folder.names() == ["site-2.yaml", "site-2.yaml~", "site.yaml", "site.yaml~"])
    }

    @Test("Answers that end too early leave nothing behind")
    func earlyEnd() throws {
        for answers in [[], Answers.microphone, Answers.microphone + Answers.light + Answers.lamp] {
            let outcome = try new(answers, recording)
            #expect(outcome.status == 66)
            #expect(outcome.errors.contains("nothing was written; begin again"))
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("Ctrl-C leaves nothing behind")
    func interrupt() throws {
        let outcome = try Tool.shell(
            """
            mkfifo \(folder.path("answers"))
            exec 3<>\(folder.path("answers"))
            $EARSHOT new \(folder.path("site.yaml")) --board simulated < \(folder.path("answers")) \
                > \(folder.path("output")) 3>&- & earshot=$!
            until grep -q 5/5 \(folder.path("output")) || grep -q ']: ' \(folder.path("output")) \
                || ! kill -0 $earshot; do sleep 0.1; done
            kill -INT $earshot; wait $earshot
            """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("nothing was written"))
        #expect(try !folder.names().contains("site.yaml"))
    }

    @Test("What was made can be tried at once")
    func trial() throws {
        let outcome = try new(
            Answers.microphone + Answers.light
                + ["rover", "", "", "", "10s", "none", "go forward ten meters", "stop the rover", "always"]
                + ["yes"], recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("■  rover on"), "\(outcome.output)")
    }

    @Test("The commands that come next can be copied into a shell, whatever the file's name")
    func namesForShells() throws {
        let rest = Answers.microphone + Answers.light + Answers.lamp + ["", "", "", "no"]
        let file = "Ada's place.yaml"
        let outcome = try new(rest, recording, file: file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let command = "earshot check '\(folder.path)/Ada'\\''s place.yaml'"
        #expect(outcome.output.contains("\n  \(command) "), "\(outcome.output)")
        #expect(try written(file).contains("  \(command)\n"))
        let check = try Tool.shell("$EARSHOT" + command.dropFirst("earshot".count))
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test("A name that begins with a dash is a file's, not an option")
    func dash() throws {
        let rest = (Answers.microphone + Answers.light + Answers.lamp + ["", "", "", "no"]).joined(
            separator: "\\n")
        let outcome = try Tool.shell(
            """
            cd \(folder.path)
            printf '\(rest)\\n' | $EARSHOT new --board simulated \(recording.joined(separator: " ")) -- -x.yaml
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("earshot run ./-x.yaml --board simulated"))
        #expect(try folder.names() == ["-x.yaml"])
    }

    @Test(
        "Names that no file should have, and a recording that is not there, are told before the first question"
    )
    func badNames() throws {
        for name in ["", "a\nb.yaml", "a\u{1B}[31m.yaml"] {
            let outcome = try Tool.run(["new", "--board", "simulated", name])
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
        }
        let outcome = try new([], ["--input", "/nowhere.wav"])
        #expect(outcome.status == 66)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("--input: '/nowhere.wav': no such file"), "\(outcome.errors)")
    }

    @Test("Where no board's profile is found, the pins are nobody's")
    func noProfile() throws {
        let outcome = try Tool.elsewhere("new \(folder.path("site.yaml")) --board simulated")
        #expect(
            outcome.output.joined.contains("It is tried with pins that exist in memory only. 2/5"),
            "\(outcome.output)")
    }

    @Test("A place that cannot be written to is refused before the first question")
    func unwritable() throws {
        for path in ["/nowhere/site.yaml", folder.path] {
            let outcome = try Tool.run(["new", path], input: Data())
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("name another"))
            #expect(!outcome.output.contains("1/5"))
        }
    }
}

extension String {
    /// The text without the breaks that a terminal's width makes.
    fileprivate var joined: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

import Configuration
import Grammar
import Interpretation
import TestSupport
import Testing

@testable import Appliance
@testable import Utterance

@Suite struct ConfigurationTests {
    private func load(_ text: String) throws -> ApplianceConfiguration {
        try ApplianceConfiguration(Document(text: text, name: "box.yaml"))
    }

    private func diagnostics(_ text: String) -> [String] {
        do {
            _ = try load(text)
            return []
        } catch ConfigurationError.invalid(let diagnostics) {
            return diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    private let lamp = """
        outputs:
          lamp: { line: GPIO22 }
        commands:
          lamp:
            say: "turn <state> the lamp"
            do: { output: lamp, set: <state> }
        rules:
          state: "on | off"

        """

    @Test("Noise is taken out and pauses are judged by the words, unless the file says otherwise")
    func hearing() throws {
        let plain = try load(lamp)
        #expect(plain.frontEnd == FrontEndOptions(reducesNoise: true))
        #expect(plain.limits.endpointing == .grammar)
        let other = try load(
            lamp
                + "front_end: { high_pass: 80, gain_control: on, noise: off }\nlimits: { endpointing: plain }\n"
        )
        #expect(other.frontEnd == FrontEndOptions(highPass: 80, controlsGain: true))
        #expect(other.limits.endpointing == .plain)
        #expect(diagnostics(lamp + "front_end: { high_pass: 5 }\n").count == 1)
        #expect(diagnostics(lamp + "limits: { endpointing: none }\n").count == 1)
    }

    @Test("A command with an output and a slot is understood whole")
    func lampConfiguration() throws {
        let configuration = try load(lamp)
        #expect(configuration.listen == .always, "without a button there is nothing to press")
        #expect(configuration.commands.map(\.name) == ["lamp"])
        #expect(configuration.commands[0].steps == [.set(output: "lamp", .slot("state"))])
        #expect(configuration.outputs.map(\.name) == ["lamp"])
        #expect(configuration.grammar?.parse(["turn", "off", "the", "lamp"]).first?.command == "lamp")
    }

    @Test("The examples are right", arguments: ["rover", "relays", "pump", "kiosk", "workshop"])
    func examples(name: String) throws {
        let configuration = try ApplianceConfiguration.load(
            ProjectFolder.path("models/examples/\(name).yaml"))
        #expect(configuration.grammar?.ambiguities.isEmpty ?? true)
    }

    @Test("An unknown key is named with the nearest known one")
    func unknownKey() {
        #expect(
            diagnostics(lamp + "lisen: always\n") == [
                "box.yaml:9:1: unknown key 'lisen'; did you mean 'listen'?"
            ])
    }

    @Test("A pin that is used twice is named with both uses")
    func duplicatePin() {
        let text = lamp + "lights: { recording: GPIO22 }\n"
        #expect(
            diagnostics(text).contains { $0.contains("GPIO22 is taken by light 'recording' already") })
    }

    @Test("An output that does not exist is named with the nearest one")
    func unknownOutput() {
        let text = lamp.replacing("output: lamp,", with: "output: lam,")
        #expect(diagnostics(text) == ["box.yaml:6:9: there is no output 'lam'; did you mean 'lamp'?"])
    }

    @Test("A slot that the phrase does not have is named")
    func unknownSlot() {
        let text = lamp.replacing("set: <state>", with: "set: <stat>")
        #expect(
            diagnostics(text) == ["box.yaml:6:9: command 'lamp' has no slot <stat>; did you mean <state>?"])
    }

    @Test("The slot of an imported rule is named without its grammar, and so is the remedy")
    func importedSlot() throws {
        let folder = TemporaryFolder()
        folder.write("#JSGF V1.0;\ngrammar house;\npublic <sw> = on | off;\n", to: "house.gram")
        func diagnostics(setting slot: String) -> String? {
            let path = folder.write(
                """
                import: house.gram
                outputs: { lamp: GPIO22 }
                commands: { light: { say: "lamp <house.sw>", do: { output: lamp, set: <\(slot)> } } }
                """, to: "box.yaml")
            do {
                _ = try ApplianceConfiguration.load(path)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(diagnostics(setting: "sw") == nil)
        let mistake = try #require(diagnostics(setting: "house.sw"))
        #expect(mistake.hasSuffix("command 'light' has no slot <house.sw>; did you mean <sw>?"))
    }

    @Test("The tags of a phrase without a rule are its slot <tag>")
    func tags() {
        let text = lamp.replacing("set: <state>", with: "set: <tag>")
        func say(_ phrase: String) -> String {
            """
            outputs: { gate: GPIO22 }
            commands: { gate: { say: "\(phrase)", do: { output: gate, set: <tag> } } }
            """
        }
        #expect(diagnostics(text).first?.contains("has no slot <tag>") == true)
        #expect(diagnostics(say("(open {on} | close {off}) the garden gate")).isEmpty)
        #expect(
            diagnostics(say("(open {on} | close) the garden gate")).first?.contains(
                "may be left unsaid, and then nothing says what to do; give every alternative a tag")
                == true)
        #expect(
            diagnostics(say("(open {on} | close {shut}) the garden gate")).first?.contains(
                "neither on nor off")
                == true)
    }

    @Test("A slot whose values are no states cannot set an output")
    func wrongSlotValues() {
        let text = lamp.replacing("\"on | off\"", with: "\"on | up\"")
        #expect(diagnostics(text).first?.contains("<state> can be 'up', which is neither on nor off") == true)
    }

    @Test("Everything that is wrong is told at once")
    func everything() {
        let text = """
            listen: button
            lights: { recording: 17 }
            commands:
              a: { say: "go (left", do: { output: x, pulse: 1 } }
              b: { do: { wait: 1s, pulse: 1s } }
            """
        #expect(diagnostics(text).count >= 5)
    }

    @Test("Listening by button needs a button, and by wake phrase a phrase")
    func listening() {
        #expect(diagnostics(lamp + "listen: button\n").first?.contains("needs a button") == true)
        #expect(diagnostics(lamp + "listen: wake\n").first?.contains("needs a phrase") == true)
    }

    // MARK: - Confirmation

    private func confirmed(_ options: String, _ sections: String = "") -> String {
        lamp.replacing("do: {", with: "\(options)\n    do: {") + sections
    }

    @Test("What must be confirmed says by what, and for how long there is time")
    func confirm() throws {
        func confirm(_ text: String, _ sections: String = "") throws -> Confirm {
            try load(confirmed("confirm: " + text, sections)).commands[0].confirm
        }
        let button = "buttons: { talk: GPIO27 }\n"
        #expect(try confirm("none") == .none)
        #expect(try confirm("voice") == Confirm(.voice, window: .seconds(5)))
        #expect(try confirm("button", button) == Confirm(.button, window: .seconds(8)))
        #expect(try confirm("{ by: voice, window: 12s }") == Confirm(.voice, window: .seconds(12)))
    }

    @Test(
        "What cannot be confirmed is said where it stands",
        arguments: [
            (
                "confirm: voise", "",
                "box.yaml:6:14: expected one of none, button, voice, not 'voise'; did you mean 'voice'?"
            ),
            ("confirm: { window: 5s }", "", "box.yaml:6:14: 'by' is missing; add it"),
            (
                "confirm: { by: voice, window: 5m }", "",
                "box.yaml:6:35: 5m is out of range; give 1s to 2m"
            ),
            (
                "confirm: button", "",
                "box.yaml:6:14: there is no button to confirm with; add 'buttons: { talk: GPIO27 }', "
                    + "or remove 'confirm'"
            ),
        ])
    func confirmComplaints(options: String, sections: String, expected: String) {
        #expect(diagnostics(confirmed(options, sections)) == [expected])
    }

    @Test("A question needs a voice, a command that asks, and the slots that it names")
    func sayBack() {
        func diagnostic(_ options: String, _ sections: String) -> String? {
            diagnostics(confirmed(options, sections)).first
        }
        let voice = "voice: { say_back: on }\n"
        #expect(diagnostic("say_back: \"lamp?\"", voice)?.contains("only where a yes is waited for") == true)
        #expect(
            diagnostic("say_back: \"lamp?\"\n    confirm: voice", "")?
                .contains("is never said without a voice") == true)
        #expect(
            diagnostic("say_back: \"lamp <stat>?\"\n    confirm: voice", voice)
                == "box.yaml:6:15: command 'lamp' has no slot <stat>; did you mean <state>?")
        #expect(diagnostic("say_back: \"lamp <state>?\"\n    confirm: voice", voice) == nil)
    }

    @Test("The voice is silent unless there is one, and says back without tones unless told otherwise")
    func voice() throws {
        #expect(try load(lamp).voice == nil)
        #expect(try load(lamp + "voice:\n").voice == VoiceOptions())
        let voice = try #require(
            try load(lamp + "voice: { device: \"hw:1\", volume: 40%, say_back: off, tones: on }\n").voice)
        #expect(voice.device == "hw:1" && voice.volume.fraction == 0.4)
        #expect(!voice.saysBack && voice.hasTones)
        #expect(diagnostics(lamp + "voice: { volume: 140% }\n").count == 1)
        #expect(diagnostics(lamp + "voice: { tone: on }\n").first?.contains("did you mean 'tones'?") == true)
    }

    @Test("Wake phrases are a text, a list, or keys with thresholds of their own")
    func wakePhrases() throws {
        for (text, expected) in [
            ("\"Okay  Workshop\"", [WakePhrase("okay workshop")]),
            ("\"what\u{2019}s up computer\"", [WakePhrase("what's up computer")]),
            ("[ computer, okay workshop ]", [WakePhrase("computer"), WakePhrase("okay workshop")]),
            (
                "{ computer: { acceptance: 4, trigger: 1e-30 }, okay workshop: }",
                [WakePhrase("computer", trigger: 1e-30, acceptance: 4), WakePhrase("okay workshop")]
            ),
            (
                "[ computer: { acceptance: 4 }, jarvis ]",
                [WakePhrase("computer", acceptance: 4), WakePhrase("jarvis")]
            ),
        ] {
            let configuration = try load(lamp + "wake: \(text)\n")
            #expect(configuration.wake == expected)
            #expect(configuration.listen == .wake)
        }
    }

    @Test("Mistakes in wake phrases are told with their places")
    func wakeMistakes() {
        for (text, diagnostic) in [
            ("\"  \"", "box.yaml:9:7: a wake phrase has at least one word"),
            ("[ computer, Computer ]", "box.yaml:9:19: 'computer' is there twice"),
            ("[]", "box.yaml:9:7: there is no wake phrase in it; write one"),
            ("{}", "box.yaml:9:7: there is no wake phrase in it; write one"),
            ("\"(okay | hey) workshop\"", "box.yaml:9:7: '(' in '(okay | hey) workshop' is not said"),
            (
                "\"\(String(repeating: "go ", count: 6))\"",
                "box.yaml:9:7: a wake phrase of 6 words is long to say, and seldom heard; leave 5"
            ),
            ("{ computer: { acceptance: much } }", "box.yaml:9:33: expected a number"),
            ("{ computer: { acceptance: 99 } }", "box.yaml:9:33: "),
            ("{ computer: { trigger: 0 } }", "box.yaml:9:30: "),
            ("{ computer: { accept: 1 } }", "box.yaml:9:21: unknown key 'accept'"),
            ("{ computer: 4 }", "box.yaml:9:19: expected keys with values"),
        ] {
            let found = diagnostics(lamp + "wake: \(text)\n")
            #expect(found.contains { $0.contains(diagnostic) }, "\(text): \(found)")
        }
    }

    @Test("A file that is missing or empty is said to be")
    func unreadable() {
        #expect(throws: ApplianceError.self) { try ApplianceConfiguration.load("/nowhere/box.yaml") }
        #expect(diagnostics("").count == 1)
    }
}

import Settings
import Testing

@testable import Station

@Suite struct ConfigurationTests {
    private func load(_ text: String) throws -> Configuration {
        try Configuration(Document(text: text, name: "box.yaml"))
    }

    private func complaints(_ text: String) -> [String] {
        do {
            _ = try load(text)
            return []
        } catch SettingsError.invalid(let complaints) {
            return complaints.map(\.description)
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

    @Test("A command with an output and a slot is understood whole")
    func lampConfiguration() throws {
        let configuration = try load(lamp)
        #expect(configuration.listen == .always, "without a button there is nothing to press")
        #expect(configuration.commands.map(\.name) == ["lamp"])
        #expect(configuration.commands[0].steps == [.set(output: "lamp", .slot("state"))])
        #expect(configuration.outputs.map(\.name) == ["lamp"])
        #expect(configuration.grammar?.parse(["turn", "off", "the", "lamp"]).first?.command == "lamp")
    }

    @Test("The examples are right", arguments: ["rover", "relays", "kiosk"])
    func examples(name: String) throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let configuration = try Configuration.load("/\(folder)/models/examples/\(name).yaml")
        #expect(configuration.grammar?.ambiguities.isEmpty ?? true)
    }

    @Test("An unknown key is named with the nearest known one")
    func unknownKey() {
        #expect(
            complaints(lamp + "lisen: always\n") == [
                "box.yaml:9:1: unknown key 'lisen'; did you mean 'listen'?"
            ])
    }

    @Test("A pin that is used twice is named with both uses")
    func duplicatePin() {
        let text = lamp + "lights: { recording: GPIO22 }\n"
        #expect(
            complaints(text).contains { $0.contains("GPIO22 is taken by light 'recording' already") })
    }

    @Test("An output that does not exist is named with the nearest one")
    func unknownOutput() {
        let text = lamp.replacing("output: lamp,", with: "output: lam,")
        #expect(complaints(text) == ["box.yaml:6:9: there is no output 'lam'; did you mean 'lamp'?"])
    }

    @Test("A slot that the phrase does not have is named")
    func unknownSlot() {
        let text = lamp.replacing("set: <state>", with: "set: <stat>")
        #expect(
            complaints(text) == ["box.yaml:6:9: command 'lamp' has no slot <stat>; did you mean <state>?"])
    }

    @Test("A slot whose values are no states cannot set an output")
    func wrongSlotValues() {
        let text = lamp.replacing("\"on | off\"", with: "\"on | up\"")
        #expect(complaints(text).first?.contains("<state> can be 'up', which is neither on nor off") == true)
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
        #expect(complaints(text).count >= 5)
    }

    @Test("Listening by button needs a button, and by wake phrase a phrase")
    func listening() {
        #expect(complaints(lamp + "listen: button\n").first?.contains("needs a button") == true)
        #expect(complaints(lamp + "listen: wake\n").first?.contains("needs a phrase") == true)
    }

    @Test("A file that is missing or empty is said to be")
    func unreadable() {
        #expect(throws: StationError.self) { try Configuration.load("/nowhere/box.yaml") }
        #expect(complaints("").count == 1)
    }
}

import Testing

@testable import Appliance

@Suite struct BoardScriptTests {
    private func message(_ text: String) -> String? {
        do {
            _ = try BoardScript(text: text, name: "press.txt", buttons: ["talk"])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("A script is its actions in order, without comments and empty lines")
    func steps() throws {
        let script = try BoardScript(
            text: """
                # a press
                0.50 press talk

                3.10 release talk   # and its end
                4 unplug
                4.25 replug
                """, name: "press.txt", buttons: ["talk"])
        #expect(
            script.steps == [
                .init(time: .milliseconds(500), action: .press("talk")),
                .init(time: .milliseconds(3100), action: .release("talk")),
                .init(time: .seconds(4), action: .unplug),
                .init(time: .milliseconds(4250), action: .replug),
            ])
    }

    @Test(
        "A script's line ends and byte order mark are any editor's, and its lines are counted as it counts them"
    )
    func editors() throws {
        let text = "\u{FEFF}0.50 press talk\r\n\r\n4 unplug\r\n"
        let script = try BoardScript(text: text, name: "press.txt", buttons: ["talk"])
        #expect(
            script.steps == [
                .init(time: .milliseconds(500), action: .press("talk")),
                .init(time: .seconds(4), action: .unplug),
            ])
        #expect(message(text + "1 replug\r\n")?.hasPrefix("press.txt:4: ") == true)
    }

    @Test(
        "A wrong line is named with its number, and what to write instead",
        arguments: [
            ("press talk", "press.txt:1: 'press' is no time; write seconds first, as in '0.50 press talk'"),
            ("\n1 press mute", "press.txt:2: there is no button 'mute'; the configuration has talk"),
            (
                "1 push talk",
                "press.txt:1: write 'press NAME', 'release NAME', 'unplug' or 'replug' after the time"
            ),
            (
                "1 press",
                "press.txt:1: write 'press NAME', 'release NAME', 'unplug' or 'replug' after the time"
            ),
            (
                "2 unplug\n1 replug",
                "press.txt:2: 1 is earlier than the line before; put the lines in order of time"
            ),
            ("-1 unplug", "press.txt:1: '-1' is no time; write seconds first, as in '0.50 press talk'"),
        ])
    func diagnostics(text: String, expected: String) {
        #expect(message(text) == expected)
    }
}

import Foundation
import TestSupport
import Testing

/// `earshot-mqtt` as somebody types it.
@Suite struct CommandLineTests {
    private func run(_ arguments: String...) throws -> (status: Int32, text: String) {
        try RunningProgram.outcome(of: BuiltProgram.mqttBridge, arguments)
    }

    @Test("'--check' says what would be told where, or what is wrong, and ends")
    func check() throws {
        let folder = TemporaryFolder()
        let good = try run("--check", "--config", folder.write("broker: broker.lan\n", to: "good.yaml"))
        #expect(good.status == 0)
        for words in ["broker.lan:1883, without TLS", "homeassistant/device/earshot_", "not told"] {
            #expect(good.text.contains(words), "\(good.text)")
        }
        let bad = try run("--check", "--config", folder.write("broker: b\nworte: on\n", to: "bad.yaml"))
        #expect(bad.status == 78)
        #expect(bad.text.contains("bad.yaml:2:1: unknown key 'worte'"), "\(bad.text)")
    }

    @Test("Without its configuration it ends with 78, and so it does with one that has a mistake")
    func missing() throws {
        let outcome = try run("--config", "/nowhere/mqtt.yaml")
        #expect(outcome.status == 78)
        #expect(outcome.text.contains("/nowhere/mqtt.yaml: no such file; check the path"))
    }

    @Test("What cannot be meant by 'earshot-mqtt' ends with 64, and names what there is")
    func usage() throws {
        let outcome = try run("--konfig", "a")
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("did you mean --config?"), "\(outcome.text)")
    }

    @Test("The help of 'earshot-mqtt' names every option, and it says which version it is")
    func help() throws {
        let help = try run("--help").text
        for option in ["--config FILE", "--check", "--log-level LEVEL", "--version"] {
            #expect(help.contains("  \(option)"), "\(option)")
        }
        #expect(try run("--version").text.wholeMatch(of: /earshot-mqtt [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }
}

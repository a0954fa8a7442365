import Foundation
import Testing

@Suite struct PinsCommandTests {
    private func pins(_ arguments: String...) throws -> Tool.Outcome {
        try Tool.run(["pins", "--board", "simulated", "--profile", "board/raspberry-pi.yaml"] + arguments)
    }

    @Test("Lines are listed with their pins, and what a release does")
    func list() throws {
        let outcome = try pins()
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("pinctrl-bcm2835 (simulated): a released output") == true)
        #expect(
            lines.contains {
                $0.split(separator: " ") == ["GPIO17", "BOARD11", "pinctrl-bcm2835:17", "input"]
            })
    }

    @Test("A trial says what the meter should show, and ends by itself")
    func trial() throws {
        let on = try pins("set", "GPIO17", "on", "--for", "50ms")
        #expect(on.status == 0)
        #expect(on.output.contains("GPIO17 (pinctrl-bcm2835:17) is driven high"))
        #expect(on.output.contains("let go; here a released output becomes an input"))
        let activeLow = try pins("set", "GPIO17", "on", "--for", "50ms", "--active-low")
        #expect(activeLow.output.contains("is driven low (0 V)"))
        #expect(try pins("blink", "BOARD11", "--for", "50ms", "--active-low").status == 0)
    }

    @Test(
        "What cannot be meant by 'earshot pins' is answered with what can",
        arguments: [
            (["set", "GPIO17", "perhaps"], Int32(64), "write 'set LINE on'"),
            (["set", "17", "on"], 64, "write GPIO17, or BOARD17 for pin 17"),
            (["blink", "GPIO17", "--for", "5"], 64, "500ms"), (["watch"], 64, "GPIO27"),
            (["watch", "GPIO4", "--pull", "left"], 64, "up, down or none"),
            (["watch", "GPIO17", "BOARD11"], 64, "BOARD11 is named twice"),
            (["wipe"], 64, "list, watch, set and blink"),
            (["set", "GPIO17", "on", "--for", "0s"], 64, "--for is 10ms to 24h, not '0s'"),
            (["blink", "GPIO17", "--for", "200h"], 64, "--for is 10ms to 24h, not '200h'"),
            (["set", "GPIO71", "on"], 69, "GPIO17"), (["set", "BOARD6", "on"], 69, "pin 6"),
        ])
    func mistakes(arguments: [String], status: Int32, remedy: String) throws {
        let outcome = try Tool.run(
            ["pins", "--board", "simulated", "--profile", "board/raspberry-pi.yaml"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    private static let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    static let hasGPIO = devices.contains { $0.hasPrefix("gpiochip") }

    @Test(
        "What cannot be meant is said before any pin is looked for",
        arguments: [
            ["frobnicate"], ["watch"], ["set", "GPIO17", "perhaps"], ["set", "17", "on"], ["blink"],
            ["set", "GPIO17", "on", "--for", "5"], ["list", "GPIO17"],
        ])
    func usageFirst(arguments: [String]) throws {
        #expect(try Tool.run(["pins"] + arguments).status == 64)
    }

    @Test("An option of another action is refused, for it would do nothing")
    func otherOptions() throws {
        for (arguments, option) in [
            (["list", "--for", "5s"], "--for"), (["--active-low"], "--active-low"),
            (["watch", "GPIO27", "--for", "5s"], "--for"),
            (["set", "GPIO22", "on", "--pull", "up"], "--pull"),
            (["blink", "GPIO22", "--pull", "nonsense"], "--pull"),
        ] {
            let outcome = try Tool.run(["pins", "--board", "simulated"] + arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("\(option) does nothing for 'pins "), "\(outcome.errors)")
        }
    }

    @Test("A mistake in a profile is told at its place, as in any file")
    func mistakenProfile() throws {
        let profile = try Tool.temporaryFile("nam: Board\n", name: "board.yaml")
        let outcome = try Tool.run(["pins", "--board", "simulated", "--profile", profile])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("\(profile):1:1: "), "\(outcome.errors)")
    }

    @Test("A machine without GPIO says so", .enabled(if: !hasGPIO, "this machine has GPIO"))
    func noChip() throws {
        let outcome = try Tool.run(["pins"])
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("no GPIO chip on this machine"))
        #expect(outcome.errors.contains(", or try it with '--board simulated'"), "\(outcome.errors)")
    }
}

@Suite struct OutputsCommandTests {
    @Test("Every output of a configuration is driven safe")
    func safe() throws {
        let outcome = try Tool.run([
            "outputs", "--safe", "--config", "models/examples/relays.yaml", "--board", "simulated",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("pump is driven off"))
    }

    @Test("Without --safe or a configuration nothing is touched, and it is said what is missing")
    func mistakes() throws {
        for arguments in [["--config", "models/examples/relays.yaml"], ["--safe"], ["--safe", "pump"]] {
            let outcome = try Tool.run(["outputs", "--board", "simulated"] + arguments)
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
        }
        let spare = try Tool.run(["outputs", "--safe", "pump.yaml", "--board", "simulated"])
        #expect(spare.errors.contains("write '--config pump.yaml'"), "\(spare.errors)")
    }
}

import Configuration
import GPIO
import Testing

@testable import Appliance

/// Decodes the outputs of a file; returns what was complained of too.
private func decode(_ text: String) throws -> ([OutputOptions], [String]) {
    let document = try Document(text: text, name: "t.yaml")
    let diagnostics = Diagnostics(of: document)
    let options = (document.root.entries ?? []).compactMap {
        OutputOptions(name: $0.key, $0.value, diagnostics)
    }
    return (options, diagnostics.sorted.map(\.description))
}

@Suite struct OutputOptionsTests {
    @Test("An output is a line, or a map with its rules")
    func decodes() throws {
        let (options, said) = try decode(
            """
            lamp: GPIO22
            pump: {line: GPIO5, active_low: on, max_on: 30m, min_dwell: 2s, cooldown: 1m, at_fault: keep}
            fan: {line: BOARD40, initial: on, at_exit: on}
            gate: {line: GPIO6, interlock: gates}
            """)
        #expect(said.isEmpty)
        var pump = OutputOptions(name: "pump", line: "GPIO5")
        pump.isActiveLow = true
        pump.maxOn = .seconds(1800)
        pump.minDwell = .seconds(2)
        pump.cooldown = .seconds(60)
        pump.atFault = .keep
        var fan = OutputOptions(name: "fan", line: "BOARD40")
        fan.isOnInitially = true
        fan.isOnAtExit = true
        var gate = OutputOptions(name: "gate", line: "GPIO6")
        gate.interlock = "gates"
        #expect(options == [OutputOptions(name: "lamp", line: "GPIO22"), pump, fan, gate])
    }

    @Test("Rules that cannot be kept together are complained of where they stand")
    func contradictions() throws {
        let (_, said) = try decode(
            """
            pump: {line: GPIO5, max_on: 1s, min_dwell: 2s}
            up:
              line: GPIO6
              interlock: gate
              initial: on
            fan: {line: GPIO7, max_on: 1h, at_exit: on}
            lamp: {max_on: 5}
            """)
        #expect(
            said.map { $0.prefix(12) } == [
                "t.yaml:1:29:", "t.yaml:5:12:", "t.yaml:6:41:", "t.yaml:7:7: ", "t.yaml:7:16:",
            ])
        #expect(said[3] == "t.yaml:7:7: 'line' is missing; add it")
    }

    @Test("At_fault: on with interlock or max_on is complained of")
    func atFault() throws {
        let (_, said) = try decode(
            """
            up: {line: GPIO6, interlock: gate, at_fault: on}
            fan: {line: GPIO7, max_on: 1h, at_fault: on}
            down: {line: GPIO8, interlock: gate, at_fault: keep, max_on: 1h}
            """)
        #expect(said.count == 2)
        #expect(said.first?.hasPrefix("t.yaml:1:46: an output with 'interlock' is off at rest") == true)
        #expect(said.last?.hasPrefix("t.yaml:2:42: 'at_fault: on' has no end") == true)
    }

    @Test("A time that its rules never allow names the rule, the longest time first")
    func limits() {
        var pump = OutputOptions(name: "pump", line: "GPIO5")
        #expect(pump.limit(brokenBy: .zero) == nil)
        pump.maxOn = .seconds(10)
        pump.minDwell = .seconds(2)
        let broken = [1, 2, 10, 11].map { pump.limit(brokenBy: .seconds($0)) }
        let rules: [OutputOptions.TimeLimit?] = [.minDwell(.seconds(2)), nil, nil, .maxOn(.seconds(10))]
        #expect(broken == rules)
        #expect(rules.map { $0?.key } == ["min_dwell", nil, nil, "max_on"])
        pump.minDwell = .seconds(20)
        #expect(pump.limit(brokenBy: .seconds(15)) == .maxOn(.seconds(10)))
    }
}

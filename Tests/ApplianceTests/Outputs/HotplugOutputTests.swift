import GPIO
import Glibc
import Testing

@testable import Appliance

/// Outputs on an adapter that is pulled out.
@Suite struct HotplugOutputTests {
    private final class Adapter {
        var chip = SimulatedChip(lines: ["heater"])
    }

    @Test(
        "An output whose chip is gone is told of once, counts as on, and is driven off a second after the chip is back"
    )
    func isDrivenAgain() throws {
        let adapter = Adapter()
        let pinout = Pinout(chips: [adapter.chip]) { Pinout(chips: [adapter.chip]) }
        let outputs = try OutputController(
            [OutputOptions(name: "heater", line: "heater")], on: pinout, at: .zero)
        _ = outputs.perform([.set("heater", true)], for: "heat", at: .seconds(1))
        #expect(outputs.advance(to: .seconds(1)).isEmpty)

        adapter.chip.unplug()
        let line = LineIdentity(name: "heater", chip: "simulated", offset: 0)
        #expect(
            outputs.advance(to: .seconds(2)) == [
                .failed(output: "heater", .failed(line, .drive, errno: ENODEV))
            ], "though nobody has switched it")
        #expect(outputs.isOn("heater") == nil)
        // As often after a minute as at first.
        for second in 3...60 {
            #expect(outputs.advance(to: .seconds(second)).isEmpty)
            #expect(outputs.nextDeadline == .seconds(second + 1))
        }

        adapter.chip = SimulatedChip(lines: ["other", "heater"])
        let off = OutputChange(name: "heater", isOn: false, reason: .recovery, at: .seconds(61))
        #expect(outputs.advance(to: .seconds(61)) == [.changed(off)])
        #expect(adapter.chip.history(of: "heater").map(\.isHigh) == [false])
        #expect(adapter.chip.holder(of: "heater")?.consumer == OutputController.consumer)
        _ = outputs.perform([.set("heater", true)], for: "heat", at: .seconds(62))
        #expect(adapter.chip.isHigh("heater"))
    }

    @Test("What was to come for an output is over when its chip goes")
    func plan() throws {
        let adapter = Adapter()
        let pinout = Pinout(chips: [adapter.chip]) { Pinout(chips: [adapter.chip]) }
        let outputs = try OutputController(
            [OutputOptions(name: "heater", line: "heater")], on: pinout, at: .zero)
        _ = outputs.perform([.onFor("heater", .seconds(100))], for: "heat", at: .seconds(1))
        adapter.chip.unplug()
        _ = outputs.advance(to: .seconds(2))
        adapter.chip = SimulatedChip(lines: ["heater"])
        _ = outputs.advance(to: .seconds(3))
        #expect(outputs.isOn("heater") == false)
        #expect(outputs.nextDeadline == nil)
    }
}

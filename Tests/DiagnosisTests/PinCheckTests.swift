import Appliance
import Configuration
import TestSupport
import Testing

@testable import Diagnosis
@testable import Evaluation
@testable import GPIO

/// Lines that are configured, held against a board in memory.
@Suite struct PinCheckTests {
    private let chip = SimulatedChip(lines: ["GPIO17", "GPIO22"])

    private func pin(_ name: String) -> ConfigurationReview.Pin {
        ConfigurationReview.Pin(
            line: .named(name), headerPin: nil, isOffHeader: false, isUnknown: false,
            purpose: "output 'lamp'")
    }

    private func examine(_ name: String) -> Finding? {
        PinCheck([pin(name)], on: .success(Pinout(chips: [chip])), isRunning: false).examine().first
    }

    @Test("A line that is free, or held by an appliance, is well")
    func free() throws {
        #expect(examine("GPIO22")?.level == .ok)
        let line = try Pinout(chips: [chip]).output(.named("GPIO22"), consumer: "earshot")
        #expect(examine("GPIO22")?.level == .ok)
        line.release()
    }

    @Test("A line that another program holds is told with its name")
    func held() throws {
        let line = try Pinout(chips: [chip]).output(.named("GPIO22"), consumer: "gpioset")
        let finding = try #require(examine("GPIO22"))
        #expect(finding.level == .fail && finding.text.contains("is held by 'gpioset'"), "\(finding)")
        line.release()
    }

    @Test("The processes that hold a line are told as the chip knows them")
    func processes() throws {
        chip.setHolder(
            LineHolder(consumer: "", processes: ["gpioset, process 812"]), of: "GPIO22")
        let finding = try #require(examine("GPIO22"))
        #expect(
            finding.text
                == "GPIO22, output 'lamp', is held by a holder without a name (gpioset, process 812)")
    }

    @Test("A line that is not there, and chips that may not be used, are told")
    func missing() {
        #expect(examine("GPIO99")?.level == .fail)
        let forbidden = PinCheck(
            [pin("GPIO22")], on: .failure(.notPermitted(device: "/dev/gpiochip0")), isRunning: false)
        #expect(forbidden.examine().map(\.level) == [.fail])
    }

    @Test("Where nothing is wired, there is nothing to hold against the board")
    func none() {
        let check = PinCheck([], on: .failure(.notPermitted(device: "/dev/gpiochip0")), isRunning: false)
        #expect(check.examine().map(\.level) == [.ok])
    }
}

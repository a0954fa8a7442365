import Glibc
import TestSupport
import Testing

@testable import GPIO

@Suite struct PinoutTests {
    let profile = BoardProfile(
        name: "Test board", header: [11: "GPIO17", 13: "GPIO27"], chips: [ChipProfile(label: "pinctrl-test")])

    @Test("A line is found by its name, its pin and its offset")
    func threeWays() throws {
        let chip = SimulatedChip(label: "pinctrl-test", lines: ["ID_SDA", "GPIO17", "GPIO27"])
        let pinout = Pinout(chips: [chip], profile: profile)
        for name: LineName in ["GPIO17", "BOARD11", "pinctrl-test:1"] {
            let (_, line) = try pinout.locate(name)
            #expect(line.place == "pinctrl-test:1")
            #expect(line.name == name.description)
        }
    }

    @Test(
        "A chip that was unplugged keeps no other chip's line from being found, and is told of where it may have the line"
    )
    func unplugged() throws {
        let pinout = Pinout(chips: [GoneChip(), SimulatedChip(label: "pinctrl-test", lines: ["GPIO17"])])
        #expect(try pinout.locate("GPIO17").line.place == "pinctrl-test:0")
        #expect {
            try pinout.locate("GPIO18")
        } throws: { error in
            "\(error)".contains("the chip is gone")
        }
    }

    @Test("A misspelt name is told the near ones")
    func misspelt() throws {
        let pinout = Pinout.simulated()
        #expect(throws: GPIOError.unknownLine(name: "GPO17", near: ["GPIO17", "GPIO1", "GPIO7"])) {
            try pinout.locate("GPO17")
        }
        #expect(throws: GPIOError.unknownLine(name: "gpio17", near: ["GPIO17"])) {
            try pinout.locate("gpio17")
        }
        #expect(throws: GPIOError.unknownLine(name: "washing-machine", near: [])) {
            try pinout.locate("washing-machine")
        }
    }

    @Test("A pin that is no line, a chip that is not there and an offset too far each say so")
    func notThere() throws {
        let chip = SimulatedChip(label: "pinctrl-test", lines: ["GPIO17"])
        let pinout = Pinout(chips: [chip], profile: profile)
        #expect(throws: GPIOError.noLineAtPin(6, profile: "Test board")) { try pinout.locate("BOARD6") }
        #expect(throws: GPIOError.unknownChip(label: "pinctrl-rp1", present: ["pinctrl-test"])) {
            try pinout.locate("pinctrl-rp1:1")
        }
        #expect(throws: GPIOError.noOffset(1, chip: "pinctrl-test", lineCount: 1)) {
            try pinout.locate("pinctrl-test:1")
        }
        let unknown = GPIOError.unknownHeader(pin: 11)
        #expect(throws: unknown) { try Pinout(chips: [chip]).locate("BOARD11") }
        #expect("\(unknown)".contains("no board profile knows this machine's"))
    }

    @Test("A name on two chips means the one of the chip that the profile knows")
    func sharedName() throws {
        let chips = [
            SimulatedChip(label: "expander", lines: ["GPIO17"]),
            SimulatedChip(label: "pinctrl-test", lines: ["GPIO17"]),
        ]
        #expect(try Pinout(chips: chips, profile: profile).locate("GPIO17").line.chip == "pinctrl-test")
        #expect(throws: GPIOError.ambiguous(name: "GPIO17", places: ["expander:0", "pinctrl-test:0"])) {
            try Pinout(chips: chips).locate("GPIO17")
        }
        #expect(
            GPIOError.ambiguous(name: "GPIO17", places: ["expander:0", "pinctrl-test:0"]).description
                == "several lines are named 'GPIO17'; say which: expander:0 or pinctrl-test:0")
    }

    @Test("Of chips that share a label none is taken by chance, however the line is named")
    func sharedLabel() throws {
        let expander = ChipProfile(label: "mcp23s08", linePrefix: "EXP")
        let chips = (0..<2).map { _ in SimulatedChip(label: "mcp23s08", lines: ["", "", "pump"]) }
        let pinout = Pinout(chips: chips, profile: BoardProfile(name: "Test board", chips: [expander]))
        for (name, offset) in [("mcp23s08:0", 0), ("EXP1", 1), ("pump", 2)] {
            let place = "mcp23s08:\(offset) on simulated"
            let error = GPIOError.ambiguous(name: name, places: [place, place])
            #expect(throws: error) { try pinout.output(LineName(parsing: name)) }
            #expect(error.description.contains("'gpio-line-names'"))
        }
        #expect(throws: GPIOError.noOffset(3, chip: "mcp23s08", lineCount: 3)) {
            try pinout.locate("mcp23s08:3")
        }
    }

    @Test("A line that is taken names its holder, twice taken by us included")
    func taken() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let line = LineIdentity(name: "GPIO5", chip: "simulated", offset: 5)
        let holder = LineHolder(consumer: "gpioset", processes: ["gpioset, process 812"])
        chip.setHolder(holder, of: "GPIO5")
        let error = GPIOError.taken(line, by: holder)
        #expect(throws: error) { try pinout.output("GPIO5") }
        #expect(
            error.description
                == "GPIO5 (simulated:5) is held by 'gpioset' (gpioset, process 812); "
                + "stop that first, or choose another line")
        chip.setHolder(nil, of: "GPIO5")
        let held = try pinout.output("GPIO5", consumer: "earshot")
        #expect(throws: GPIOError.taken(line, by: LineHolder(consumer: "earshot"))) {
            try pinout.input("GPIO5")
        }
        held.release()
        _ = try pinout.input("GPIO5")
    }

    @Test("What the kernel refuses, and what a line cannot do, comes with what to do about it")
    func remedies() {
        let line = LineIdentity(name: "GPIO5", chip: "simulated", offset: 5)
        let remedies: [(GPIOError, String)] = [
            (
                .noInterrupt(line),
                "; ask for it without edges and read it again and again, or choose another line"
            ),
            (.failed(line, .drive, errno: ENODEV), "; plug its adapter in again"),
            (.failed(line, .read, errno: EIO), "; check its bus and its power"),
            (.failed(line, .request, errno: EINVAL), ": Invalid argument; 'sudo dmesg' may say why"),
            (
                .unreadableChip(device: "/dev/gpiochip0", errno: ENOTTY),
                ": Inappropriate ioctl for device; 'sudo dmesg' may say why"
            ),
        ]
        for (error, remedy) in remedies { #expect(error.description.hasSuffix(remedy)) }
    }

    @Test("A user outside the group is told the group")
    func forbidden() throws {
        let pinout = Pinout.simulated()
        pinout.simulatedChip?.forbid()
        let error = GPIOError.notPermitted(device: "simulated")
        #expect(throws: error) { try pinout.output("GPIO5") }
        #expect(error.description.contains("group 'gpio'"))
    }

    @Test("A machine without GPIO says so, and a file that is not a chip is named")
    func noChips() throws {
        #expect(throws: GPIOError.noChip) { try Pinout.system(profile: .bare, devices: "/nowhere") }
        let folder = TemporaryFolder()
        #expect(throws: GPIOError.noChip) { try Pinout.system(profile: .bare, devices: folder.path) }
        let device = folder.write("", to: "gpiochip0")
        #expect {
            try Pinout.system(profile: .bare, devices: folder.path)
        } throws: { error in
            (error as? GPIOError)?.description.contains(device) == true
        }
    }

    @Test(
        "An output has its level from the request on, in either sense", arguments: [false, true],
        [false, true])
    func initialLevel(isActiveLow: Bool, isOn: Bool) throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let line = try pinout.output("GPIO5", isActiveLow: isActiveLow, initially: isOn)
        try line.set(!isOn, at: .seconds(1))
        #expect(
            chip.history(of: "GPIO5") == [
                .init(at: .zero, isHigh: isOn != isActiveLow, cause: .request),
                .init(at: .seconds(1), isHigh: isOn == isActiveLow, cause: .drive),
            ])
    }

    @Test("What a released output does follows the chip, not the program")
    func release() throws {
        for (behaviour, pulledUp, isHigh) in [
            (ReleaseBehaviour.keepsLevel, true, false), (.becomesInput, true, true),
            (.becomesInput, false, false),
        ] {
            let chip = SimulatedChip(lines: ["GPIO5"], onRelease: behaviour)
            chip.setPull(up: pulledUp, of: "GPIO5")
            try Pinout(chips: [chip]).output("GPIO5").release()
            #expect(chip.isHigh("GPIO5") == isHigh)
            #expect(chip.holder(of: "GPIO5") == nil)
        }
    }
}

/// A chip whose adapter was pulled out: the kernel knows nothing of it any more.
private final class GoneChip: Chip {
    let label = "adapter"
    let device = "/dev/gpiochip0"
    let lineCount = 1
    let debouncesInputs = false

    func info(at offset: Int) throws(GPIOError) -> LineInfo {
        throw .failed(LineIdentity(name: "0", chip: label, offset: offset), .read, errno: ENODEV)
    }
    func holder(at offset: Int) throws(GPIOError) -> LineHolder? { nil }

    func requestOutput(_ line: LineIdentity, _ request: OutputRequest) throws(GPIOError) -> any OutputLine {
        throw .failed(line, .request, errno: ENODEV)
    }

    func requestInput(_ line: LineIdentity, _ request: InputRequest) throws(GPIOError) -> any InputLine {
        throw .failed(line, .request, errno: ENODEV)
    }
}

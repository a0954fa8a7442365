import Configuration
import Foundation
import TestSupport
import Testing

@testable import GPIO

@Suite struct BoardProfileTests {
    @Test("The Raspberry Pi's profile has its 28 lines on its 40 pins, each once")
    func raspberryPi() throws {
        let profile = try BoardProfile.load(path: ProjectFolder.path("board/raspberry-pi.yaml"))
        #expect(Set(profile.header.values) == Set((0...27).map { "GPIO\($0)" }))
        #expect(profile.header.count == 28)
        #expect(profile.header.keys.allSatisfy { (1...40).contains($0) })
        // The ground pins, from the header's drawing.
        #expect(Set([6, 9, 14, 20, 25, 30, 34, 39]).isDisjoint(with: profile.header.keys))
        #expect(profile.header[11] == "GPIO17")
        #expect(profile.header[40] == "GPIO21")
        #expect(profile.chips.map(\.label) == ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
    }

    @Test("A Raspberry Pi is recognized by its device tree, and another machine is not")
    func recognized() throws {
        let folder = TemporaryFolder()
        let tree = folder.write("raspberrypi,5-model-b\0brcm,bcm2712\0", to: "compatible")
        let found = try BoardProfile.ofThisMachine(
            searchPaths: [ProjectFolder.path("board")], deviceTree: tree)
        #expect(found.name == "Raspberry Pi")
        folder.write("raspberrypicture,frame\0", to: "compatible")
        #expect(
            try BoardProfile.ofThisMachine(searchPaths: [ProjectFolder.path("board")], deviceTree: tree)
                == .bare)
        #expect(
            try BoardProfile.ofThisMachine(searchPaths: [ProjectFolder.path("board")], deviceTree: "/nowhere")
                == .bare)
    }

    @Test("What a release does is read off the driver's parameter where it has one")
    func releaseParameter() throws {
        let folder = TemporaryFolder()
        let chip = ChipProfile(
            label: "x", onRelease: .unknown, releaseParameter: folder.path("persist"))
        #expect(chip.releaseBehaviour == .unknown)
        for (text, behaviour) in [("Y\n", ReleaseBehaviour.keepsLevel), ("N\n", .becomesInput)] {
            folder.write(text, to: "persist")
            #expect(chip.releaseBehaviour == behaviour)
        }
    }

    @Test("A line that the kernel names after its use is found by its number")
    func byNumber() throws {
        let profile = BoardProfile(
            name: "Pi", header: [3: "GPIO2"], chips: [ChipProfile(label: "soc", linePrefix: "GPIO")])
        let chip = SimulatedChip(label: "soc", lines: ["ID_SDA", "ID_SCL", "SDA1", "GPIO17"])
        let pinout = Pinout(chips: [chip], profile: profile)
        #expect(try pinout.locate("GPIO2").line.place == "soc:2")
        #expect(try pinout.locate("BOARD3").line.place == "soc:2")
        // What the kernel says comes first.
        #expect(try pinout.locate("GPIO17").line.place == "soc:3")
        #expect(throws: GPIOError.self) { try pinout.locate("GPIO4") }
    }

    @Test("Lines that no board of its kind has are known without one; those of an add-on board may exist")
    func objections() throws {
        let profile = BoardProfile.typical
        #expect(profile.name == "Raspberry Pi")
        #expect(profile.objection(to: "GPIO99") == .unknownLine(name: "GPIO99", near: []))
        #expect(profile.objection(to: "BOARD1") == .noLineAtPin(1, profile: "Raspberry Pi"))
        let past = GPIOError.noOffset(54, chip: "pinctrl-rp1", lineCount: 54)
        #expect(profile.objection(to: "pinctrl-rp1:54") == past)
        // Compute Modules bring out more than the header's 28; the Raspberry Pi 4 has the most.
        for line in ["GPIO17", "BOARD11", "GPIO45", "GPIO57", "pinctrl-rp1:53", "mcp23017:3", "SDA1"] {
            #expect(profile.objection(to: try LineName(parsing: line)) == nil, "\(line)")
            #expect(BoardProfile.bare.objection(to: try LineName(parsing: line)) == nil, "\(line)")
        }
        let pinout = Pinout.simulated(profile: BoardProfile.bare.orTypical)
        #expect(try pinout.locate("BOARD11").line.place == "pinctrl-bcm2835:17")
        #expect(try pinout.locate("GPIO45").line.place == "pinctrl-bcm2835:45")
    }

    @Test("What is almost the name of a line is known to be none, with the line that was meant")
    func misspelt() throws {
        let profile = BoardProfile.typical
        for (text, meant) in [
            ("gpio22", "GPIO22"), ("GPIO022", "GPIO22"), ("GPI022", "GPIO22"), ("GPIO-5", "GPIO5"),
            ("GPIO_5", "GPIO5"), ("BCM5", "GPIO5"), ("bcm5", "GPIO5"),
        ] {
            let line = try LineName(parsing: text)
            #expect(profile.objection(to: line) == .unknownLine(name: text, near: [meant]))
            #expect(BoardProfile.bare.objection(to: line) == nil, "another board's line may have any name")
        }
        // Names that kernels give to lines of a Raspberry Pi.
        for text in ["ID_SDA", "SDA1", "TXD1", "GPIO_GCLK", "SPI_CE1_N", "CAM_GPIO1", "PWR_GPIO", "FAN_TACH"]
        {
            #expect(profile.objection(to: try LineName(parsing: text)) == nil, "\(text)")
        }
        let pinout = Pinout.simulated(profile: profile)
        #expect(throws: GPIOError.self) { try pinout.locate("GPIO022") }
    }

    @Test("A line that no pin carries is known, whatever it is called")
    func offHeader() throws {
        let profile = BoardProfile.typical
        for text in ["GPIO48", "pinctrl-bcm2835:50"] {
            #expect(profile.isOffHeader(try LineName(parsing: text)))
        }
        for text in ["GPIO27", "BOARD11", "pinctrl-rp1:17", "SDA1", "mcp23017:3"] {
            #expect(!profile.isOffHeader(try LineName(parsing: text)), "\(text)")
        }
        #expect(!BoardProfile.bare.isOffHeader("GPIO48"))
    }

    @Test("A profile knows lines by their numbers and by the pins of its header")
    func knownLines() throws {
        let profile = BoardProfile.typical
        for text in ["GPIO17", "BOARD11", "GPIO48", "pinctrl-rp1:17"] {
            #expect(profile.knows(try LineName(parsing: text)), "\(text)")
        }
        for text in ["true", "BOARD1", "SDA1", "mcp23017:3"] {
            #expect(!profile.knows(try LineName(parsing: text)), "\(text)")
        }
    }

    @Test("Lines are held against the Raspberry Pi's profile only where there is no board at all")
    func forChecks() throws {
        let folder = TemporaryFolder()
        let tree = folder.write("pine64,rock64\0", to: "compatible")
        #expect(BoardProfile.bare.forChecks(deviceTree: "/nowhere") == .typical)
        #expect(BoardProfile.bare.forChecks(deviceTree: tree) == .bare)
        let own = BoardProfile(name: "Own")
        #expect(own.forChecks(deviceTree: "/nowhere") == own)
    }

    @Test("What is wrong in a profile is named with its place")
    func diagnostics() throws {
        let text = """
            name: Board
            header:
              one: GPIO1
            chips:
              - lable: x
                on_release: keep-level
            """
        let diagnostics = Diagnostics()
        _ = BoardProfile(try Document(text: text, name: "p.yaml").root, diagnostics)
        let said = diagnostics.sorted.map(\.description)
        #expect(said.count == 4)
        #expect(said[0] == "p.yaml:3:3: expected the number of a pin, not 'one'")
        #expect(said.contains { $0.contains("did you mean 'label'?") })
        #expect(said.contains { $0.contains("did you mean 'keeps-level'?") })
    }
}

@Suite struct HolderSearchTests {
    private let folder = TemporaryFolder()
    private var proc: String { folder.path }

    /// Lays out what the kernel shows of a process's open files.
    private func addProcess(_ id: Int, _ name: String, fd: String, fdinfo: String) throws {
        let files = FileManager.default
        for folder in ["fd", "fdinfo"] {
            try files.createDirectory(atPath: "\(proc)/\(id)/\(folder)", withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(atPath: "\(proc)/\(id)/fd/3", withDestinationPath: fd)
        try Data(fdinfo.utf8).write(to: URL(filePath: "\(proc)/\(id)/fdinfo/3"))
        try Data("\(name)\n".utf8).write(to: URL(filePath: "\(proc)/\(id)/comm"))
    }

    @Test("The process that holds a line is found by what its open files say")
    func byFileInfo() throws {
        let info = "pos:\t0\nflags:\t02\ngpio-chip:\tgpiochip0\ngpio-line:\t5\ngpio-line:\t17\n"
        try addProcess(812, "gpioset", fd: "anon_inode:gpio-line", fdinfo: info)
        try addProcess(9, "other", fd: "anon_inode:gpio-linehandle", fdinfo: "pos:\t0\n")
        try addProcess(10, "sh", fd: "/dev/null", fdinfo: "")
        let search = HolderSearch(root: proc)
        #expect(search.processes(holding: 17, of: "gpiochip0") == ["gpioset, process 812"])
        // Another chip's line 17, or another line: only the old kind of request could be it.
        #expect(search.processes(holding: 17, of: "gpiochip4") == ["other, process 9"])
        #expect(search.processes(holding: 6, of: "gpiochip0") == ["other, process 9"])
    }

    @Test("Without a telling kernel every process with a request may be it; without any, none is")
    func candidates() throws {
        #expect(HolderSearch(root: proc).processes(holding: 1, of: "gpiochip0").isEmpty)
        try addProcess(20, "b", fd: "anon_inode:gpio-line", fdinfo: "pos:\t0\n")
        try addProcess(3, "a", fd: "anon_inode:gpio-event", fdinfo: "pos:\t0\n")
        #expect(
            HolderSearch(root: proc).processes(holding: 1, of: "gpiochip0") == [
                "a, process 3", "b, process 20",
            ])
    }
}

import Foundation
import Platform
import Testing

@testable import GPIO

/// The board over libgpiod and the kernel, on chips of the kernel's simulator; they run where it is, such as on the
/// virtual board.
@Suite(.enabled(if: GPIOSim.isPresent, "the kernel's gpio-sim is not here"), .serialized)
struct SystemChipTests {
    let sim: GPIOSim
    let pinout: Pinout
    let clock = MonotonicClock()

    init() throws {
        sim = try GPIOSim(lines: ["ES0", "ES1", "", "ES3"])
        pinout = try Pinout.system()
    }

    /// Waits for the descriptor as the appliance does, at most a second.
    private func wait(for descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 1000) == 1
    }

    @Test("A chip is found by its label, with its lines and their names")
    func found() throws {
        let (chip, line) = try pinout.locate("ES3")
        #expect(chip.label == sim.label)
        #expect(chip.lineCount == 4)
        #expect(chip.device.hasPrefix("/dev/gpiochip"))
        #expect(line.place == "\(sim.label):3")
        #expect(try chip.info(at: 1) == LineInfo(name: "ES1"))
        #expect(try chip.info(at: 2).name == nil)
        #expect(try pinout.locate(.offset(2, chip: sim.label)).line.offset == 2)
        #expect(throws: GPIOError.noOffset(4, chip: sim.label, lineCount: 4)) {
            try pinout.locate(.offset(4, chip: sim.label))
        }
    }

    @Test(
        "An output has its level from the request on, follows, and shows its holder",
        arguments: [false, true])
    func output(isActiveLow: Bool) throws {
        try sim.pull(0, up: isActiveLow)
        let line = try pinout.output("ES0", isActiveLow: isActiveLow, initially: true, consumer: "test")
        #expect(try sim.isHigh(0) == !isActiveLow)
        try line.set(false, at: .zero)
        #expect(try sim.isHigh(0) == isActiveLow)
        try line.set(true, at: .zero)
        #expect(try sim.isHigh(0) == !isActiveLow)
        let info = try pinout.locate("ES0").chip.info(at: 0)
        #expect(info == LineInfo(name: "ES0", isOutput: true, isActiveLow: isActiveLow, consumer: "test"))
        line.release()
        #expect(try pinout.locate("ES0").chip.info(at: 0).consumer == nil)
        // The simulator's chip lets go: the resistor decides.
        #expect(try sim.isHigh(0) == isActiveLow)
    }

    @Test("A line that is taken names its holder and the process, whoever asks")
    func taken() throws {
        let line = try pinout.output("ES0", consumer: "test")
        defer { line.release() }
        let chip = try pinout.locate("ES0").chip
        #expect(try chip.holder(at: 0)?.processes.contains { $0.hasSuffix("process \(getpid())") } == true)
        #expect(try chip.holder(at: 1) == nil)
        for other in [pinout, try Pinout.system()] {
            #expect {
                try other.input("ES0")
            } throws: { error in
                guard case .taken(let identity, let holder) = error as? GPIOError else { return false }
                return identity.name == "ES0" && holder.consumer == "test"
                    && holder.processes.contains { $0.hasSuffix("process \(getpid())") }
            }
        }
    }

    @Test(
        "Edges come from the kernel with its stamps, in order, in the line's sense", arguments: [false, true])
    func edges(isActiveLow: Bool) throws {
        try sim.pull(1, up: isActiveLow)
        let line = try pinout.input("ES1", isActiveLow: isActiveLow)
        let descriptor = try #require(line.fileDescriptor)
        #expect(try line.isActive(at: .zero) == false)
        #expect(try line.edges(upTo: .seconds(100)).isEmpty)
        let before = clock.now
        try sim.pull(1, up: !isActiveLow)
        #expect(wait(for: descriptor))
        try sim.pull(1, up: isActiveLow)
        var edges = try line.edges(upTo: .seconds(100))
        if edges.count == 1 {
            #expect(wait(for: descriptor))
            edges += try line.edges(upTo: .seconds(100))
        }
        let after = clock.now
        #expect(edges.map(\.isActive) == [true, false])
        let stamps = edges.compactMap(\.kernelTime)
        #expect(stamps.count == 2 && stamps == stamps.sorted())
        #expect(stamps.allSatisfy { $0 >= before && $0 <= after })
        #expect(edges.allSatisfy { $0.at <= .seconds(100) && $0.at >= .seconds(100) - (after - before) })
        #expect(try line.edges(upTo: .seconds(101)).isEmpty)
    }

    @Test("The chip's own resistor gives an unconnected input its level")
    func pull() throws {
        let up = try pinout.input("ES0", isActiveLow: true, pull: .up)
        #expect(try sim.isHigh(0))
        #expect(try up.isActive(at: .zero) == false)
        let down = try pinout.input("ES1", pull: .down)
        #expect(try sim.isHigh(1) == false)
        #expect(try down.isActive(at: .zero) == false)
    }

    @Test("A button's bounces, more of them than the kernel keeps, are one press")
    func bounces() throws {
        try sim.pull(1, up: false)
        // Long enough for a simulator that a busy machine holds up between two edges.
        let debounce = Duration.milliseconds(500)
        let line = try pinout.input("ES1", debounce: debounce)
        let button = try Button(line, Button.Timing(debounce: debounce), at: .zero)
        for _ in 0..<30 {
            try sim.pull(1, up: true)
            try sim.pull(1, up: false)
        }
        try sim.pull(1, up: true)
        #expect(wait(for: try #require(button.fileDescriptor)))
        var events = try button.advance(to: .seconds(100))
        events += try button.advance(to: .seconds(101))
        #expect(events.map(\.kind) == [.pressed])
        #expect(button.isPressed)
    }

    @Test("Outputs and inputs of a chip that is gone say so, and are taken again when it is back")
    func gone() throws {
        // Without a clock of its own, as no time passes here.
        let pinout = try Pinout.system(profile: .bare, devices: "/dev", clock: nil)
        let lamp = try pinout.output("ES0", consumer: "test")
        let line = try pinout.input("ES1", consumer: "test")
        try lamp.check(at: .zero)
        sim.remove()
        #expect(throws: GPIOError.failed(lamp.identity, .drive, errno: ENODEV)) {
            try lamp.check(at: .zero)
        }
        #expect(throws: GPIOError.failed(lamp.identity, .drive, errno: ENODEV)) {
            try lamp.set(true, at: .zero)
        }
        #expect(throws: GPIOError.failed(line.identity, .read, errno: ENODEV)) {
            try line.edges(upTo: .zero)
        }
        #expect(throws: GPIOError.failed(line.identity, .read, errno: ENODEV)) {
            try line.isActive(at: .zero)
        }
        try sim.bringBack()
        try lamp.set(true, at: .seconds(1))
        #expect(try line.edges(upTo: .seconds(1)).isEmpty)
        let chip = try Pinout.system().locate("ES0").chip
        #expect(try chip.info(at: 0) == LineInfo(name: "ES0", isOutput: true, consumer: "test"))
        #expect(try chip.info(at: 1).consumer == "test")
    }
}

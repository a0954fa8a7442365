import Configuration
import GPIO
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// What rests after it was switched, over restarts of the program and of the machine.
@Suite struct OutputHistoryTests {
    private let folder = TemporaryFolder()
    private let compressor: OutputOptions = {
        var options = OutputOptions(name: "compressor", line: .named("compressor"))
        options.cooldown = .seconds(24 * 3600)
        return options
    }()

    /// One start of the program, at a moment of the machine; outputs are asked for 10 s later.
    private func start(
        _ boot: String, uptime: Double, clock: Double, file: String = "outputs.json",
        isVolatile: Bool = false, _ body: (OutputController) -> Void = { _ in }
    ) throws -> [OutputReport] {
        let history = OutputHistory(at: folder.path(file), isVolatile: isVolatile) {
            MachineTime(boot: boot, uptime: uptime, clock: clock)
        }
        defer { history.settle() }
        let outputs = try OutputController(
            [compressor], on: Pinout(chips: [SimulatedChip(lines: ["compressor"])]), at: .zero,
            history: history)
        body(outputs)
        return outputs.perform([.set("compressor", true)], for: "cool", at: .seconds(10))
    }

    private func refusal(_ reports: [OutputReport]) -> OutputRefusal.Reason? {
        if case .refused(let refusal)? = reports.first { refusal.reason } else { nil }
    }

    @Test("What was never switched may go on at once after the first start")
    func firstStart() throws {
        #expect(refusal(try start("a", uptime: 10, clock: 1000)) == nil)
    }

    @Test("What went off in order rests for what is left of its cooldown, not for the whole of it")
    func orderlyEnd() throws {
        _ = try start("a", uptime: 10, clock: 1000) { outputs in
            _ = outputs.perform([.set("compressor", true)], for: "cool", at: .zero)
            _ = outputs.makeSafe(at: .seconds(1))
        }
        // The same machine, 23 hours later by its uptime; somebody has put its clock back.
        let hours23 = 23.0 * 3600
        #expect(
            refusal(try start("a", uptime: 10 + hours23, clock: 0)) == .resting(.seconds(3600 - 10)))
        // Started anew, 25 hours later by the clock.
        #expect(refusal(try start("b", uptime: 5, clock: 1000 + 25 * 3600)) == nil)
    }

    @Test(
        "What was on when the machine lost its power may have been on until it came back: its whole cooldown counts"
    )
    func powerFailure() throws {
        #expect(refusal(try start("a", uptime: 10, clock: 1000)) == nil)
        let rest = OutputRefusal.Reason.restingSinceStart(.seconds(24 * 3600 - 10))
        #expect(refusal(try start("b", uptime: 10, clock: 500_000)) == rest)
        // It has been off since then, which is known from now on.
        #expect(refusal(try start("c", uptime: 10, clock: 500_000 + 25 * 3600)) == nil)
    }

    @Test("Pins in memory were never switched: no cooldown keeps anybody from trying them")
    func simulated() throws {
        let text = "outputs: { lamp: { line: GPIO22, cooldown: 1h } }\ncommands: { lamp: { say: lamp on } }\n"
        var options = Appliance.Options()
        options.board = .simulated
        let devices = try BoardDevices(
            ApplianceConfiguration(Document(text: "listen: always\n" + text, name: "lamp.yaml")), options)
        #expect(devices.outputs.perform([.set("lamp", true)], for: "lamp", at: .seconds(1)).count == 1)
        #expect(devices.outputs.isOn("lamp") == true)
        _ = devices.outputs.perform([.set("lamp", false)], for: "lamp", at: .seconds(2))
        _ = devices.outputs.perform([.set("lamp", true)], for: "lamp", at: .seconds(3))
        #expect(devices.outputs.isOn("lamp") == false, "from now on it rests")
    }

    @Test("What a reload has switched on goes to its level at exit where another line of it cannot be had")
    func refusedReload() throws {
        func configuration(_ outputs: String) throws -> ApplianceConfiguration {
            let text = "listen: always\n\(outputs)\ncommands: { lamp: { say: lamp on } }\n"
            return try ApplianceConfiguration(Document(text: text, name: "lamp.yaml"))
        }
        let chip = SimulatedChip(lines: ["GPIO5", "GPIO6"], onRelease: .keepsLevel)
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "GPIO6")
        let before = try configuration("")
        let devices = try BoardDevices(before, Appliance.Options(), on: Pinout(chips: [chip]))
        let after = try configuration("outputs: { fan: { line: GPIO5, initial: on }, pump: GPIO6 }")
        #expect(throws: GPIOError.self) {
            _ = try devices.open(after, insteadOf: before, at: .seconds(1))
        }
        #expect(chip.history(of: "GPIO5").map(\.isHigh).last == false)
    }

    @Test("What begins on goes on with its rest over a restart, too")
    func beginsOn() throws {
        var fan = compressor
        fan.isOnInitially = true
        func start(uptime: Double) throws -> OutputController {
            let history = OutputHistory(at: folder.path("outputs.json")) {
                MachineTime(boot: "a", uptime: uptime, clock: 1000)
            }
            return try OutputController(
                [fan], on: Pinout(chips: [SimulatedChip(lines: ["compressor"])]), at: .zero, history: history)
        }
        let first = try start(uptime: 10)
        #expect(first.isOn("compressor") == true, "it was never switched")
        _ = first.makeSafe(at: .seconds(1))
        first.settleHistory()
        let hourLater = try start(uptime: 10 + 3600)
        #expect(hourLater.isOn("compressor") == false)
        #expect(hourLater.nextDeadline == .seconds(23 * 3600))
        let dayLater = try start(uptime: 10 + 25 * 3600)
        #expect(dayLater.isOn("compressor") == true)
    }

    @Test("A clock that was first set after the next start of the machine does not end a rest")
    func clockSetLater() {
        func history(_ boot: String, clock: Double, isClockSet: Bool) -> OutputHistory {
            OutputHistory(at: folder.path("outputs.json")) {
                MachineTime(boot: boot, uptime: 10, clock: clock, isClockSet: isClockSet)
            }
        }
        let before = history("a", clock: 1000, isClockSet: false)
        before.note(compressor, isOn: false)
        before.settle()
        #expect(history("b", clock: 1_000_000_000, isClockSet: true).past(of: compressor) == .unknown)
        #expect(history("b", clock: 1060, isClockSet: false).past(of: compressor) == .off(.seconds(60)))
    }

    @Test("Where a button cannot be had, no output is switched on")
    func missingButton() throws {
        let text = """
            listen: button
            buttons: { talk: GPIO27 }
            outputs: { fan: { line: GPIO5, initial: on } }
            commands: { lamp: { say: lamp on } }
            """
        let chip = SimulatedChip(lines: ["GPIO5", "GPIO27"], onRelease: .keepsLevel)
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "GPIO27")
        let configuration = try ApplianceConfiguration(Document(text: text, name: "fan.yaml"))
        #expect(throws: GPIOError.self) {
            _ = try BoardDevices(configuration, Appliance.Options(), on: Pinout(chips: [chip]))
        }
        #expect(chip.history(of: "GPIO5").isEmpty)
    }

    @Test("Where nothing that can be read is kept, the whole cooldown counts from the start")
    func unreadable() throws {
        folder.write("{", to: "outputs.json")
        #expect(
            refusal(try start("a", uptime: 10, clock: 1000)) == .restingSinceStart(.seconds(24 * 3600 - 10)))
        #expect(refusal(try start("b", uptime: 10, clock: 1000 + 24 * 3600)) == nil)
    }

    @Test("Where nothing can be kept, the whole cooldown counts from the start, too")
    func unwritable() throws {
        folder.write("", to: "obstacle")
        #expect(
            refusal(try start("a", uptime: 10, clock: 1000, file: "obstacle/outputs.json"))
                == .restingSinceStart(.seconds(24 * 3600 - 10)))
    }

    @Test("What could not be written down is unknown at the next start, instead of out of date")
    func outOfDate() throws {
        let hours25 = 25.0 * 3600
        func switchOnAndOff(_ outputs: OutputController) {
            _ = outputs.perform([.set("compressor", true)], for: "cool", at: .zero)
            _ = outputs.makeSafe(at: .seconds(1))
        }
        _ = try start("a", uptime: 10, clock: 1000, switchOnAndOff)
        // Stands where the new content would be written first.
        let obstacle = folder.makeFolder("outputs.json.new")
        _ = try start("a", uptime: 10 + hours25, clock: 1000 + hours25, switchOnAndOff)
        #expect(rmdir(obstacle) == 0)
        #expect(
            refusal(try start("a", uptime: 20 + hours25, clock: 1010 + hours25))
                == .restingSinceStart(.seconds(24 * 3600 - 10)))
    }

    @Test("The clock that was set since counts for what was switched before")
    func clockSet() throws {
        let now = Mutex(MachineTime(boot: "a", uptime: 10, clock: 1000))
        let history = OutputHistory(at: folder.path("outputs.json")) { now.withLock { $0 } }
        history.note(compressor, isOn: false)
        now.withLock { $0 = MachineTime(boot: "a", uptime: 20, clock: 1_000_000) }
        history.settle()
        let later = OutputHistory(at: folder.path("outputs.json")) {
            MachineTime(boot: "b", uptime: 5, clock: 1_000_050)
        }
        #expect(later.past(of: compressor) == .off(.seconds(60)))
    }

    @Test(
        "A clock that is set while the program runs counts for what was written before, however the program ends"
    )
    func clockSetWhileRunning() throws {
        let now = Mutex(MachineTime(boot: "a", uptime: 10, clock: 1000))
        let history = OutputHistory(at: folder.path("outputs.json")) { now.withLock { $0 } }
        let outputs = try OutputController(
            [compressor], on: Pinout(chips: [SimulatedChip(lines: ["compressor"])]), at: .zero,
            history: history)
        _ = outputs.perform([.set("compressor", true)], for: "cool", at: .seconds(1))
        _ = outputs.perform([.set("compressor", false)], for: "cool", at: .seconds(2))
        // Three days further all at once.
        now.withLock { $0 = MachineTime(boot: "a", uptime: 70, clock: 260_260) }
        _ = outputs.advance(to: .seconds(60))
        // What is written by a thread of its own is there within moments.
        let end = ContinuousClock.now + .seconds(60)
        let expected = OutputHistory.Past.off(.seconds(90))
        func past() -> OutputHistory.Past {
            OutputHistory(at: folder.path("outputs.json")) {
                MachineTime(boot: "b", uptime: 5, clock: 260_290)
            }.past(of: compressor)
        }
        while past() != expected, ContinuousClock.now < end { usleep(10_000) }
        #expect(past() == expected)
    }

    @Test(
        "Where a new start of the machine brings back what the image had, or nothing, the whole cooldown counts from it"
    )
    func volatileFolder() throws {
        let hours25 = 25.0 * 3600
        let unknown = OutputRefusal.Reason.restingSinceStart(.seconds(24 * 3600 - 10))
        #expect(refusal(try start("a", uptime: 10, clock: 1000, isVolatile: true)) == unknown)
        #expect(refusal(try start("b", uptime: 10, clock: 1000 + hours25, isVolatile: true)) == unknown)
        // Within one start of the machine nothing is forgotten.
        let clock = 1000 + 2 * hours25
        #expect(refusal(try start("b", uptime: 10 + hours25, clock: clock, isVolatile: true)) == nil)
    }

    @Test("A line that is written in another way is the same one")
    func spelling() throws {
        let profile = try BoardProfile.load(path: ProjectFolder.path("board/raspberry-pi.yaml"))
        var output = OutputOptions(name: "compressor", line: "BOARD11")
        output.cooldown = .seconds(24 * 3600)
        let history = OutputHistory(at: folder.path("outputs.json"), profile: profile)
        history.note(output, isOn: true)
        history.settle()
        for line in ["GPIO17", "BOARD11", "pinctrl-rp1:17"] as [LineName] {
            output.line = line
            #expect(OutputHistory(at: folder.path("outputs.json"), profile: profile).past(of: output) == .on)
        }
        // Written when that was the name.
        let old = try #require(SystemFiles.text(of: folder.path("outputs.json")))
        folder.write(old.replacing("GPIO17", with: "BOARD11"), to: "outputs.json")
        #expect(OutputHistory(at: folder.path("outputs.json"), profile: profile).past(of: output) == .on)
        output.line = "GPIO18"
        #expect(OutputHistory(at: folder.path("outputs.json"), profile: profile).past(of: output) == .never)
    }

    @Test("What was noted of a line before it had such rules does not take the place of what was noted since")
    func newest() {
        let resting = lamp { $0.cooldown = .seconds(600) }
        let first = OutputHistory(at: folder.path("outputs.json"))
        first.note(lamp(), isOn: false)
        first.note(resting, isOn: true)
        first.settle()
        #expect(OutputHistory(at: folder.path("outputs.json")).past(of: resting) == .on)
    }

    private func lamp(_ change: (inout OutputOptions) -> Void = { _ in }) -> OutputOptions {
        var options = OutputOptions(name: "lamp", line: .named("lamp"))
        change(&options)
        return options
    }

    private func switchOn(_ options: OutputOptions, _ history: OutputHistory) throws -> OutputController {
        let outputs = try OutputController(
            [options], on: Pinout(chips: [SimulatedChip(lines: ["lamp"])]), at: .zero, history: history)
        #expect(outputs.perform([.set("lamp", true)], for: "light", at: .seconds(1)).count == 1)
        return outputs
    }

    @Test(
        "Outputs whose rules do not look back are written down at an orderly end, and no more once they are switched"
    )
    func withoutRest() throws {
        let first = OutputHistory(at: folder.path("outputs.json"))
        _ = try switchOn(lamp(), first).makeSafe(at: .seconds(2))
        first.settle()
        #expect(SystemFiles.text(of: folder.path("outputs.json"))?.contains("lamp") == true)
        let second = OutputHistory(at: folder.path("outputs.json"))
        _ = try switchOn(lamp(), second)
        #expect(second.past(of: lamp()) == .on, "known while it runs")
        // What is written by a thread of its own is there within moments.
        let end = ContinuousClock.now + .seconds(60)
        while SystemFiles.text(of: folder.path("outputs.json"))?.contains("lamp") == true,
            ContinuousClock.now < end
        {
            usleep(10_000)
        }
        #expect(SystemFiles.text(of: folder.path("outputs.json")) == "{}\n", "out of date otherwise")
    }

    @Test(
        "A cooldown that comes with a restart counts from when the output went off", arguments: [true, false])
    func newCooldown(isInOrder: Bool) throws {
        let first = OutputHistory(at: folder.path("outputs.json"))
        let before = try switchOn(lamp(), first)
        if isInOrder { _ = before.makeSafe(at: .seconds(2)) }
        // With a reload instead, it is written down at once, as the program may end in any way.
        if !isInOrder { _ = before.adopt([lamp { $0.cooldown = .seconds(600) }], [:], at: .seconds(2)) }
        first.settle()
        let second = OutputHistory(at: folder.path("outputs.json"))
        let past = second.past(of: lamp { $0.cooldown = .seconds(600) })
        if isInOrder {
            guard case .off(let span) = past else {
                Issue.record("\(past)")
                return
            }
            #expect(span < .seconds(600))
        } else {
            #expect(past == .on)
        }
    }
}

import GPIO
import Glibc
import Platform
import Testing

@testable import Appliance

/// An output whose line has its name.
private func output(_ name: String, _ set: (inout OutputOptions) -> Void = { _ in }) -> OutputOptions {
    var options = OutputOptions(name: name, line: .named(name))
    set(&options)
    return options
}

private func changed(
    _ name: String, _ isOn: Bool, _ reason: OutputChange.Reason, at time: Duration
) -> OutputReport {
    .changed(OutputChange(name: name, isOn: isOn, reason: reason, at: time))
}

private func refused(_ name: String, _ reason: OutputRefusal.Reason, at time: Duration) -> OutputReport {
    .refused(OutputRefusal(name: name, cause: "test", reason: reason, at: time))
}

@Suite struct OutputControllerTests {
    @Test("On, off and toggle switch at once, and say nothing when there is nothing to do")
    func basics() throws {
        let bench = try OutputBench([output("lamp")])
        #expect(
            bench.perform(.set("lamp", true), at: .seconds(1)) == [
                changed("lamp", true, .command("test"), at: .seconds(1))
            ])
        #expect(bench.perform(.set("lamp", true), at: .seconds(2)).isEmpty)
        #expect(bench.outputs.isOn("lamp") == true)
        #expect(
            bench.perform(.toggle("lamp"), at: .seconds(3)) == [
                changed("lamp", false, .command("test"), at: .seconds(3))
            ])
        #expect(
            bench.perform(.toggle("lamp"), at: .seconds(4)) == [
                changed("lamp", true, .command("test"), at: .seconds(4))
            ])
        #expect(bench.outputs.nextDeadline == nil)
        #expect(
            bench.perform(.set("lmap", true), at: .seconds(5)) == [
                refused("lmap", .unknownOutput, at: .seconds(5))
            ])
    }

    @Test("The initial level comes with the request, in either sense", arguments: [false, true])
    func initial(isActiveLow: Bool) throws {
        let bench = try OutputBench([
            output("lamp") {
                $0.isActiveLow = isActiveLow
                $0.isOnInitially = true
            }
        ])
        #expect(bench.chip.history(of: "lamp") == [.init(at: .zero, isHigh: !isActiveLow, cause: .request)])
        bench.perform(.set("lamp", false), at: .seconds(1))
        #expect(bench.chip.isHigh("lamp") == isActiveLow)
    }

    @Test("A time ends by itself, and a newer command for the output takes its place")
    func onFor() throws {
        let bench = try OutputBench([output("pump"), output("lamp")])
        bench.perform(.onFor("pump", .seconds(10)), at: .seconds(1))
        #expect(bench.outputs.nextDeadline == .seconds(11))
        #expect(bench.pass(to: .seconds(11)) == [changed("pump", false, .timer, at: .seconds(11))])
        // Longer, shorter, without end, off: the newest counts.
        bench.perform(.onFor("pump", .seconds(10)), at: .seconds(20))
        bench.perform(.onFor("pump", .seconds(10)), at: .seconds(25))
        bench.perform(.set("lamp", true), at: .seconds(26))
        #expect(bench.outputs.nextDeadline == .seconds(35))
        bench.perform(.set("pump", true), at: .seconds(30))
        #expect(bench.outputs.nextDeadline == nil)
        bench.perform(.onFor("pump", .seconds(1)), at: .seconds(40))
        bench.perform(.set("pump", false), at: .milliseconds(40_500))
        #expect(bench.outputs.nextDeadline == nil)
        bench.pass(to: .seconds(60))
        #expect(bench.times("pump") == [.seconds(1), .seconds(11), .seconds(20), .milliseconds(40_500)])
    }

    @Test("The limit of 'max_on' ends every way of being on, and saying it again does not prolong it")
    func maxOn() throws {
        let bench = try OutputBench([output("pump") { $0.maxOn = .seconds(60) }])
        bench.perform(.set("pump", true), at: .seconds(10))
        bench.perform(.set("pump", true), at: .seconds(50))
        #expect(bench.pass(to: .seconds(100)) == [changed("pump", false, .maxOn, at: .seconds(70))])
        #expect(
            bench.perform(.onFor("pump", .seconds(61)), at: .seconds(100)) == [
                refused("pump", .longerThanMaxOn(allowed: .seconds(60)), at: .seconds(100))
            ])
        bench.perform(.onFor("pump", .seconds(40)), at: .seconds(100))
        // On since 100: at 130 only 30 s are left.
        #expect(
            bench.perform(.onFor("pump", .seconds(40)), at: .seconds(130)) == [
                refused("pump", .exceedsMaxOn(rest: .seconds(30)), at: .seconds(130))
            ])
        #expect(bench.pass(to: .seconds(200)) == [changed("pump", false, .timer, at: .seconds(140))])
    }

    @Test("The limit of 'max_on' also ends an output that is on from the start")
    func maxOnInitially() throws {
        let bench = try OutputBench([
            output("fan") {
                $0.isOnInitially = true
                $0.maxOn = .seconds(5)
            }
        ])
        #expect(bench.pass(to: .seconds(9)) == [changed("fan", false, .maxOn, at: .seconds(5))])
    }

    @Test("Within min_dwell, off waits and on is refused; a newer command takes the wait back")
    func minDwell() throws {
        let bench = try OutputBench([output("motor") { $0.minDwell = .seconds(2) }])
        #expect(
            bench.perform(.set("motor", true), at: .seconds(1)) == [
                refused("motor", .restingSinceStart(.seconds(1)), at: .seconds(1))
            ])
        bench.perform(.set("motor", true), at: .seconds(10))
        #expect(
            bench.perform(.set("motor", false), at: .seconds(11)) == [
                .deferred(
                    OutputDeferral(
                        name: "motor", isOn: false, until: .seconds(12), reason: .minDwell, at: .seconds(11)))
            ])
        bench.perform(.toggle("motor"), at: .milliseconds(11_500))
        #expect(bench.outputs.nextDeadline == nil)
        bench.perform(.set("motor", false), at: .milliseconds(11_800))
        bench.pass(to: .seconds(13))
        #expect(bench.times("motor") == [.seconds(10), .seconds(12)])
        #expect(
            bench.perform(.onFor("motor", .seconds(1)), at: .seconds(20)) == [
                refused("motor", .shorterThanMinDwell(.seconds(2)), at: .seconds(20))
            ])
    }

    @Test("After it was on, an output rests for its cooldown; the start counts as having been on")
    func cooldown() throws {
        let bench = try OutputBench([output("compressor") { $0.cooldown = .seconds(180) }])
        #expect(
            bench.perform(.set("compressor", true), at: .seconds(100)) == [
                refused("compressor", .restingSinceStart(.seconds(80)), at: .seconds(100))
            ])
        bench.perform(.set("compressor", true), at: .seconds(180))
        bench.perform(.set("compressor", false), at: .seconds(200))
        #expect(bench.outputs.isOn("compressor") == false)
        #expect(
            bench.perform(.set("compressor", true), at: .seconds(379)) == [
                refused("compressor", .resting(.seconds(1)), at: .seconds(379))
            ])
        #expect(bench.perform(.set("compressor", true), at: .seconds(380)).count == 1)
        #expect(bench.outputs.isOn("compressor") == true)
    }

    @Test("Of a group the other goes off first, and the new one follows when its contact has opened")
    func interlock() throws {
        let gate = { (options: inout OutputOptions) in options.interlock = "gate" }
        let bench = try OutputBench([output("up", gate), output("down", gate), output("lamp")])
        bench.perform(.onFor("up", .seconds(20)), at: .seconds(1))
        let start = Duration.seconds(5) + OutputController.deadTime
        #expect(
            bench.perform(.onFor("down", .seconds(3)), at: .seconds(5)) == [
                changed("up", false, .interlock(for: "down"), at: .seconds(5)),
                .deferred(
                    OutputDeferral(
                        name: "down", isOn: true, until: start, reason: .interlock, at: .seconds(5))),
            ])
        #expect(bench.chip.isHigh("down") == false)
        #expect(
            bench.pass(to: .seconds(60)) == [
                changed("down", true, .command("test"), at: start),
                changed("down", false, .timer, at: start + .seconds(3)),
            ])
        #expect(bench.times("up") == [.seconds(1), .seconds(5)])
    }

    @Test("While one of a group waits, the newest command for the group counts")
    func interlockNewest() throws {
        let gate = { (options: inout OutputOptions) in options.interlock = "gate" }
        let bench = try OutputBench([output("up", gate), output("down", gate)])
        bench.perform(.set("up", true), at: .seconds(1))
        bench.perform(.set("down", true), at: .seconds(2))
        bench.perform(.set("up", true), at: .milliseconds(2050))
        bench.pass(to: .seconds(10))
        #expect(bench.times("down").isEmpty)
        #expect(bench.outputs.isOn("up") == true)
        bench.perform(.set("down", true), at: .seconds(11))
        bench.perform(.set("down", false), at: .milliseconds(11_050))
        bench.pass(to: .seconds(20))
        #expect(bench.times("down").isEmpty)
        #expect(bench.outputs.isOn("up") == false)
    }

    @Test(
        "Where the first one wins, another is refused while it is on or about to be, and may go on afterwards"
    )
    func interlockFirst() throws {
        let gate = { (options: inout OutputOptions) in
            options.interlock = "gate"
            options.interlockWins = .first
        }
        let bench = try OutputBench([output("up", gate), output("down", gate)])
        bench.perform(.set("up", true), at: .seconds(1))
        #expect(
            bench.perform(.set("down", true), at: .seconds(2)) == [
                refused("down", .interlockWon(by: "up"), at: .seconds(2))
            ])
        #expect(bench.outputs.isOn("up") == true && bench.outputs.isOn("down") == false)
        bench.perform(.set("up", false), at: .seconds(3))
        bench.perform(.set("down", true), at: .milliseconds(3010))
        // It waits for the other's contact, and holds its place meanwhile.
        #expect(
            bench.perform(.set("up", true), at: .milliseconds(3020)) == [
                refused("up", .interlockWon(by: "down"), at: .milliseconds(3020))
            ])
        bench.pass(to: .seconds(4))
        #expect(bench.outputs.isOn("down") == true)
    }

    @Test("Between two of a group lies the longer of their gaps", arguments: [0, 100, 2000])
    func interlockGap(milliseconds: Int) throws {
        let bench = try OutputBench([
            output("up") {
                $0.interlock = "gate"
                $0.interlockGap = .milliseconds(50)
            },
            output("down") {
                $0.interlock = "gate"
                $0.interlockGap = .milliseconds(milliseconds)
            },
        ])
        bench.perform(.set("up", true), at: .seconds(3))
        bench.perform(.set("down", true), at: .seconds(5))
        bench.pass(to: .seconds(20))
        #expect(bench.times("up") == [.seconds(3), .seconds(5)])
        #expect(bench.times("down") == [.seconds(5) + .milliseconds(max(50, milliseconds))])
    }

    @Test("One that may not go off yet keeps its group")
    func interlockDwell() throws {
        let bench = try OutputBench([
            output("heat") {
                $0.interlock = "climate"
                $0.minDwell = .seconds(60)
            }, output("cool") { $0.interlock = "climate" },
        ])
        bench.perform(.set("heat", true), at: .seconds(100))
        #expect(
            bench.perform(.set("cool", true), at: .seconds(110)) == [
                refused("cool", .interlocked(with: "heat", .seconds(50)), at: .seconds(110))
            ])
        #expect(bench.outputs.isOn("heat") == true)
    }

    @Test("A sequence goes on after its waits, and a newer command for one of its outputs ends it")
    func sequence() throws {
        let bench = try OutputBench([output("horn"), output("gate"), output("lamp")])
        let steps: [OutputCommand] = [
            .onFor("horn", .milliseconds(300)), .wait(.seconds(1)), .onFor("gate", .seconds(15)),
        ]
        _ = bench.outputs.perform(steps, for: "open", at: .seconds(1))
        bench.perform(.set("lamp", true), at: .milliseconds(1500))
        bench.pass(to: .seconds(30))
        #expect(bench.times("horn") == [.seconds(1), .milliseconds(1300)])
        #expect(bench.times("gate") == [.seconds(2), .seconds(17)])
        _ = bench.outputs.perform(steps, for: "open", at: .seconds(40))
        bench.perform(.set("gate", false), at: .milliseconds(40_500))
        bench.pass(to: .seconds(60))
        #expect(bench.times("gate").count == 2)
        #expect(bench.times("horn").count == 4)
        #expect(bench.outputs.nextDeadline == nil)
    }

    @Test("After a refusal a sequence only switches off, and says what it left out")
    func brokenSequence() throws {
        let bench = try OutputBench([
            output("valve") { $0.cooldown = .seconds(60) }, output("pump"), output("lamp"),
        ])
        bench.perform(.set("lamp", true), at: .seconds(1))
        #expect(
            bench.perform(
                .set("valve", true), .wait(.seconds(5)), .set("pump", true), .set("lamp", false),
                at: .seconds(10))
                == [
                    refused("valve", .restingSinceStart(.seconds(50)), at: .seconds(10)),
                    refused("pump", .sequenceBroken, at: .seconds(10)),
                    changed("lamp", false, .command("test"), at: .seconds(10)),
                ])
    }

    @Test("At exit every output has its safe level at once, dwell or not, stays driven and takes no command")
    func exit() throws {
        let bench = try OutputBench([
            output("motor") {
                $0.minDwell = .seconds(60)
                $0.isActiveLow = true
            }, output("fan") { $0.isOnAtExit = true }, output("pump"),
        ])
        bench.perform(.set("motor", true), at: .seconds(60))
        bench.perform(.onFor("pump", .seconds(9)), .wait(.seconds(20)), .set("pump", true), at: .seconds(60))
        #expect(
            bench.outputs.makeSafe(at: .seconds(61)) == [
                changed("motor", false, .exit, at: .seconds(61)),
                changed("pump", false, .exit, at: .seconds(61)),
                changed("fan", true, .exit, at: .seconds(61)),
            ])
        #expect(bench.chip.isHigh("motor"))
        #expect(bench.pass(to: .seconds(90)).isEmpty, "the sequence's wait was over at 80 s")
        #expect(
            bench.perform(.set("pump", true), at: .seconds(91)) == [
                refused("pump", .held(.exit), at: .seconds(91))
            ])
        bench.outputs.resume(at: .seconds(92))
        #expect(
            bench.perform(.set("pump", true), at: .seconds(93)) == [
                refused("pump", .held(.exit), at: .seconds(93))
            ])
        #expect(bench.chip.holder(of: "pump") != nil)
    }

    @Test("While it cannot hear, outputs have their fault levels; those that are kept keep their limits, too")
    func fault() throws {
        let bench = try OutputBench([
            output("motor"), output("alarm") { $0.atFault = .on },
            output("pump") {
                $0.atFault = .keep
                $0.maxOn = .seconds(60)
            },
        ])
        bench.perform(.set("motor", true), .set("pump", true), at: .seconds(10))
        #expect(
            bench.outputs.makeSafe(for: .fault, at: .seconds(20)) == [
                changed("motor", false, .fault, at: .seconds(20)),
                changed("alarm", true, .fault, at: .seconds(20)),
            ])
        #expect(
            bench.perform(.set("motor", true), at: .seconds(30)) == [
                refused("motor", .held(.fault), at: .seconds(30))
            ])
        #expect(bench.pass(to: .seconds(80)) == [changed("pump", false, .maxOn, at: .seconds(70))])
        bench.outputs.resume(at: .seconds(90))
        #expect(bench.perform(.set("alarm", false), .set("motor", true), at: .seconds(90)).count == 2)
    }

    @Test("What was to come before a fault does not come after it")
    func beforeFault() throws {
        let bench = try OutputBench([output("lamp"), output("motor")])
        bench.perform(.set("lamp", true), .wait(.seconds(10)), .set("motor", true), at: .seconds(1))
        _ = bench.outputs.makeSafe(for: .fault, at: .seconds(2))
        bench.outputs.resume(at: .seconds(3))
        #expect(bench.pass(to: .seconds(60)).isEmpty)
        #expect(bench.times("motor").isEmpty)
    }

    @Test("An output in its dead time does not go on while it cannot hear")
    func deadTimeAtFault() throws {
        let bench = try OutputBench([
            output("up") { $0.interlock = "gate" },
            output("down") {
                $0.interlock = "gate"
                $0.atFault = .keep
            },
        ])
        bench.perform(.set("up", true), at: .seconds(1))
        bench.perform(.set("down", true), at: .seconds(2))
        _ = bench.outputs.makeSafe(for: .fault, at: .milliseconds(2050))
        #expect(bench.pass(to: .seconds(10)).isEmpty)
        #expect(bench.times("down").isEmpty)
    }

    @Test(
        "A line that obeys again during a fault gets its fault level, and at the end the one it is left with")
    func obeysLate() throws {
        let bench = try OutputBench([
            output("alarm") { $0.atFault = .on }, output("fan") { $0.isOnAtExit = true },
        ])
        bench.chip.failWrites(to: "alarm", errno: EIO)
        bench.chip.failWrites(to: "fan", errno: EIO)
        _ = bench.outputs.makeSafe(for: .fault, at: .seconds(1))
        bench.chip.failWrites(to: "alarm", errno: nil)
        #expect(bench.pass(to: .seconds(5)) == [changed("alarm", true, .recovery, at: .seconds(2))])
        _ = bench.outputs.makeSafe(for: .exit, at: .seconds(6))
        bench.chip.failWrites(to: "fan", errno: nil)
        #expect(bench.pass(to: .seconds(9)) == [changed("fan", true, .recovery, at: .seconds(7))])
    }

    @Test("A line that does not obey counts as on, is told to go off every second, and keeps its group off")
    func broken() throws {
        let gate = { (options: inout OutputOptions) in options.interlock = "gate" }
        let bench = try OutputBench([output("up", gate), output("down", gate)])
        bench.perform(.set("up", true), at: .seconds(1))
        bench.chip.failWrites(to: "up", errno: EIO)
        let line = LineIdentity(name: "up", chip: "simulated", offset: 0)
        #expect(
            bench.perform(.set("down", true), at: .seconds(2)) == [
                .failed(output: "up", .failed(line, .drive, errno: EIO)),
                refused("down", .interlocked(with: "up", nil), at: .seconds(2)),
            ])
        #expect(bench.outputs.isOn("up") == nil)
        #expect(
            bench.perform(.set("up", true), at: .milliseconds(2500)) == [
                refused("up", .broken, at: .milliseconds(2500))
            ])
        #expect(bench.pass(to: .milliseconds(4500)).isEmpty)
        #expect(
            bench.perform(.set("down", true), at: .milliseconds(4600)) == [
                refused("down", .interlocked(with: "up", nil), at: .milliseconds(4600))
            ])
        bench.chip.failWrites(to: "up", errno: nil)
        #expect(bench.pass(to: .seconds(6)) == [changed("up", false, .recovery, at: .seconds(5))])
        #expect(bench.perform(.set("down", true), at: .seconds(7)).count == 1)
        #expect(bench.outputs.isOn("down") == true)
    }

    @Test("Outputs that are on when an interlock is configured go off, each because of the other")
    func adoptedInterlock() throws {
        let options = [output("up"), output("down")]
        let bench = try OutputBench(options)
        bench.perform(.set("up", true), .set("down", true), at: .seconds(1))
        let interlocked = options.map { option in output(option.name) { $0.interlock = "gate" } }
        #expect(
            bench.outputs.adopt(interlocked, [:], at: .seconds(2)) == [
                changed("up", false, .interlock(for: "down"), at: .seconds(2)),
                changed("down", false, .interlock(for: "up"), at: .seconds(2)),
            ])
    }

    @Test(
        "The line of an output that is there no more and does not obey is held, and its group off, until it is off"
    )
    func leaving() throws {
        let gate = { (options: inout OutputOptions) in options.interlock = "gate" }
        let bench = try OutputBench([output("up", gate), output("down", gate)])
        bench.perform(.set("up", true), at: .seconds(1))
        bench.chip.failWrites(to: "up", errno: EIO)
        let line = LineIdentity(name: "up", chip: "simulated", offset: 0)
        #expect(
            bench.outputs.adopt([output("down", gate)], [:], at: .seconds(2)) == [
                .failed(output: "up", .failed(line, .drive, errno: EIO))
            ])
        #expect(bench.chip.holder(of: "up") != nil)
        #expect(
            bench.perform(.set("up", false), at: .milliseconds(2500)) == [
                refused("up", .unknownOutput, at: .milliseconds(2500))
            ])
        #expect(
            bench.perform(.set("down", true), at: .milliseconds(2600)) == [
                refused("down", .interlocked(with: "up", nil), at: .milliseconds(2600))
            ])
        bench.chip.failWrites(to: "up", errno: nil)
        #expect(bench.pass(to: .seconds(3)) == [changed("up", false, .recovery, at: .seconds(3))])
        #expect(!bench.chip.isHigh("up") && bench.chip.holder(of: "up") == nil)
        #expect(bench.outputs.nextDeadline == nil)
        bench.perform(.set("down", true), at: .seconds(4))
        #expect(bench.outputs.isOn("down") == true)
    }

    @Test("An output that has left, does not obey and is back is the same one, on the line that was held")
    func backWhileLeaving() throws {
        let bench = try OutputBench([output("up"), output("down")])
        bench.perform(.set("up", true), at: .seconds(1))
        bench.chip.failWrites(to: "up", errno: EIO)
        _ = bench.outputs.adopt([output("down")], [:], at: .seconds(2))
        #expect(bench.outputs.isLeaving(output("up")))
        #expect(bench.outputs.adopt([output("up"), output("down")], [:], at: .milliseconds(2500)).isEmpty)
        #expect(!bench.outputs.isLeaving(output("up")))
        bench.chip.failWrites(to: "up", errno: nil)
        #expect(bench.pass(to: .seconds(3)) == [changed("up", false, .recovery, at: .seconds(3))])
        #expect(bench.chip.holder(of: "up") != nil)
        bench.perform(.set("up", true), at: .seconds(4))
        #expect(bench.chip.isHigh("up"))
    }

    @Test(
        "What leaves during a fault gets its level at exit all the same",
        arguments: OutputOptions.AtFault.allCases)
    func leavingAtFault(atFault: OutputOptions.AtFault) throws {
        let bench = try OutputBench([
            output("fan") {
                $0.isOnAtExit = true
                $0.atFault = atFault
            }
        ])
        bench.chip.failWrites(to: "fan", errno: EIO)
        _ = bench.outputs.adopt([], [:], at: .seconds(2))
        #expect(bench.outputs.makeSafe(for: .fault, at: .milliseconds(2500)).isEmpty)
        bench.chip.failWrites(to: "fan", errno: nil)
        #expect(bench.pass(to: .seconds(5)) == [changed("fan", true, .recovery, at: .milliseconds(4500))])
        #expect(bench.chip.isHigh("fan") && bench.chip.holder(of: "fan") == nil)
    }

    @Test(
        "A dwell that is configured while an output is on for a time holds it on", arguments: [true, false])
    func adoptedDwell(isTimed: Bool) throws {
        let bench = try OutputBench([output("pump")])
        bench.perform(isTimed ? .onFor("pump", .seconds(2)) : .set("pump", true), at: .seconds(1))
        _ = bench.outputs.adopt(
            [output("pump") { $0.minDwell = .seconds(4) }], [:], at: .milliseconds(1500))
        if !isTimed { bench.perform(.set("pump", false), at: .seconds(2)) }
        #expect(bench.pass(to: .milliseconds(4999)).isEmpty && bench.outputs.isOn("pump") == true)
        #expect(bench.pass(to: .seconds(6)).count == 1 && bench.outputs.isOn("pump") == false)
    }

    @Test("A fault level that is configured during a fault holds at once")
    func adoptedFaultLevel() throws {
        let bench = try OutputBench([output("pump") { $0.atFault = .keep }, output("alarm"), output("lamp")])
        bench.perform(.onFor("pump", .seconds(60)), .set("lamp", true), at: .seconds(1))
        _ = bench.outputs.makeSafe(for: .fault, at: .seconds(2))
        let changes = [
            output("pump"), output("alarm") { $0.atFault = .on }, output("lamp") { $0.atFault = .keep },
        ]
        #expect(
            bench.outputs.adopt(changes, [:], at: .seconds(3)) == [
                changed("pump", false, .fault, at: .seconds(3)),
                changed("alarm", true, .fault, at: .seconds(3)),
            ])
        #expect(bench.outputs.nextDeadline == nil)
    }

    @Test("A line that another program holds stops the controller, and nothing stays taken")
    func taken() throws {
        let chip = SimulatedChip(lines: ["lamp", "pump"])
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "pump")
        #expect(throws: GPIOError.self) {
            try OutputController([output("lamp"), output("pump")], on: Pinout(chips: [chip]), at: .zero)
        }
        #expect(chip.holder(of: "lamp") == nil)
    }

    @Test("What begins on is off again where another line cannot be had")
    func notAllTaken() throws {
        let chip = SimulatedChip(lines: ["fan", "heater", "pump"], onRelease: .keepsLevel)
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "pump")
        let options = [
            output("fan") { $0.isOnInitially = true }, output("heater") { $0.isOnAtExit = true },
            output("pump"),
        ]
        #expect(throws: GPIOError.self) {
            try OutputController(options, on: Pinout(chips: [chip]), at: .zero)
        }
        #expect(chip.history(of: "fan").map(\.isHigh) == [true, false])
        #expect(chip.history(of: "heater").map(\.isHigh) == [false, true])
    }

    @Test(
        "A controller that is given up, as after a start that failed, leaves outputs at their levels at exit")
    func givenUp() throws {
        let chip = SimulatedChip(lines: ["fan"], onRelease: .keepsLevel)
        var outputs: OutputController? = try OutputController(
            [output("fan") { $0.isOnInitially = true }], on: Pinout(chips: [chip]), at: .zero)
        #expect(outputs?.isOn("fan") == true)
        outputs = nil
        #expect(chip.history(of: "fan").map(\.isHigh) == [true, false])
        #expect(chip.holder(of: "fan") == nil)
    }

    @Test(
        "What begins on but is to rest begins off, and goes on when it has rested, unless it is told to stay off"
    )
    func restsFirst() throws {
        func bench() throws -> OutputBench {
            try OutputBench([
                output("fan") {
                    $0.isOnInitially = true
                    $0.cooldown = .seconds(60)
                }
            ])
        }
        // Nobody knows what was before.
        let resting = try bench()
        #expect(resting.chip.history(of: "fan").map(\.isHigh) == [false])
        #expect(resting.outputs.isToldOn("fan"))
        #expect(resting.pass(to: .seconds(59)).isEmpty)
        #expect(resting.pass(to: .seconds(70)) == [changed("fan", true, .initial, at: .seconds(60))])
        let configuredOff = try bench()
        _ = configuredOff.outputs.adopt(
            [output("fan") { $0.cooldown = .seconds(60) }], [:], at: .seconds(5))
        #expect(configuredOff.pass(to: .seconds(100)).isEmpty)
        let told = try bench()
        told.perform(.set("fan", false), at: .seconds(5))
        #expect(told.pass(to: .seconds(100)).isEmpty)
        let faulty = try bench()
        _ = faulty.outputs.makeSafe(for: .fault, at: .seconds(5))
        faulty.outputs.resume(at: .seconds(6))
        #expect(faulty.pass(to: .seconds(100)).isEmpty)
    }

    @Test("Refusals and waits are said in words with what to do")
    func words() throws {
        for (reason, words) in [
            (
                OutputRefusal.Reason.longerThanMaxOn(allowed: .seconds(1800)),
                "its 'max_on' is 30 min; say a shorter time"
            ),
            (.resting(.seconds(58)), "it was switched too recently; say it again in 58 s"),
            (
                .restingSinceStart(.seconds(58)),
                "the program has just started, and it may have been switched shortly before; say it again in 58 s"
            ),
            (
                .exceedsMaxOn(rest: .seconds(30)),
                "it is on, and would be for longer than its 'max_on'; say it again when it is off: 30 s of that is left"
            ),
            (
                .interlocked(with: "fan", .seconds(3)),
                "fan is on and cannot go off yet; say it again in 3.0 s"
            ),
        ] {
            let refusal = OutputRefusal(name: "pump", cause: "water", reason: reason, at: .zero)
            #expect(refusal.description == "'water' did not switch pump: " + words)
        }
        #expect(Duration.milliseconds(1201).inWords == "1.3 s")
        #expect(Duration.seconds(59).inWords == "59 s")
        #expect(Duration.milliseconds(9999).inWords == "10.0 s")
    }
}

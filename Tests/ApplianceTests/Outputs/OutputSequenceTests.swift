import GPIO
import Platform
import Testing

@testable import Appliance

@Suite struct OutputSequenceTests {
    private func output(_ name: String, _ set: (inout OutputOptions) -> Void = { _ in }) -> OutputOptions {
        var options = OutputOptions(name: name, line: .named(name))
        set(&options)
        return options
    }

    private let water: [OutputCommand] = [
        .set("valve", true), .wait(.seconds(3)), .set("valve", false), .set("down", false),
    ]

    @Test(
        "A command that is refused or changes nothing takes nothing back of what is to come",
        arguments: [OutputCommand.set("down", true), .set("down", false), .onFor("valve", .seconds(90))])
    func refusedOrNothing(command: OutputCommand) throws {
        let bench = try OutputBench([
            output("valve") { $0.maxOn = .seconds(60) },
            output("up") {
                $0.interlock = "gate"
                $0.interlockWins = .first
            },
            output("down") {
                $0.interlock = "gate"
                $0.interlockWins = .first
            }, output("lamp"),
        ])
        bench.perform(.set("up", true), at: .seconds(1))
        _ = bench.outputs.perform(
            water + [.wait(.seconds(1)), .set("lamp", true)], for: "water", at: .seconds(10))
        bench.perform(command, at: .seconds(11))
        bench.pass(to: .seconds(20))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
        #expect(bench.times("lamp") == [.seconds(14)])
    }

    @Test("Nothing goes on again that was to be switched off, though its line did not obey then")
    func brokenOff() throws {
        let bench = try OutputBench([output("pump")])
        let pump: [OutputCommand] = [
            .set("pump", true), .wait(.seconds(10)), .set("pump", false), .wait(.seconds(60)),
            .set("pump", true),
        ]
        _ = bench.outputs.perform(pump, for: "water", at: .seconds(1))
        bench.chip.failWrites(to: "pump", errno: 5)
        bench.pass(to: .seconds(12))
        bench.perform(.set("pump", false), at: .seconds(12))
        bench.chip.failWrites(to: "pump", errno: nil)
        bench.pass(to: .seconds(100))
        #expect(bench.times("pump").last.map { $0 < .seconds(20) } == true)
    }

    @Test("A sequence goes on behind an output that waits for another one's contact to open")
    func gap() throws {
        func gate(_ name: String) -> OutputOptions { output(name) { $0.interlock = "gate" } }
        let bench = try OutputBench([gate("up"), gate("down")])
        let swing: [OutputCommand] = [
            .set("up", true), .wait(.seconds(5)), .set("up", false), .set("down", true), .wait(.seconds(5)),
            .set("down", false), .set("up", true), .wait(.seconds(5)), .set("up", false),
        ]
        _ = bench.outputs.perform(swing, for: "swing", at: .seconds(10))
        bench.pass(to: .seconds(40))
        #expect(bench.times("up").count == 4 && bench.times("down").count == 2)
        #expect(bench.times("up").last.map { $0 > .seconds(19) } == true)
    }

    @Test("One that is refused for its min_dwell takes nothing back either")
    func refusedByDwell() throws {
        let bench = try OutputBench([output("valve"), output("down") { $0.minDwell = .seconds(60) }])
        _ = bench.outputs.perform(water, for: "water", at: .seconds(10))
        bench.perform(.set("down", true), at: .seconds(11))
        bench.pass(to: .seconds(20))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
        #expect(bench.times("down").isEmpty)
    }

    @Test("A sequence that a command takes an output from still switches the others off, and none on")
    func takenOver() throws {
        let bench = try OutputBench([output("valve"), output("fan"), output("down"), output("lamp")])
        _ = bench.outputs.perform(
            [
                .set("valve", true), .toggle("fan"), .wait(.seconds(3)), .set("lamp", true),
                .wait(.seconds(1)),
                .set("valve", false), .set("down", false), .onFor("lamp", .seconds(9)), .wait(.seconds(1)),
                .toggle("fan"),
            ], for: "water", at: .seconds(10))
        bench.perform(.set("down", true), at: .seconds(11))
        bench.pass(to: .seconds(60))
        #expect(bench.times("valve") == [.seconds(10), .seconds(14)])
        #expect(bench.times("fan") == [.seconds(10), .seconds(15)])
        #expect(bench.times("lamp").isEmpty)
        #expect(bench.times("down") == [.seconds(11)])
        #expect(bench.outputs.nextDeadline == nil)
    }

    @Test("An output that makes room for another of its group leaves what else was to go off")
    func interlocked() throws {
        let bench = try OutputBench([
            output("valve"), output("up") { $0.interlock = "gate" },
            output("down") { $0.interlock = "gate" },
        ])
        _ = bench.outputs.perform(
            [.set("valve", true), .set("down", true), .wait(.seconds(3)), .set("down", true)]
                + water.dropFirst(2),
            for: "water", at: .seconds(10))
        bench.perform(.set("up", true), at: .seconds(11))
        bench.pass(to: .seconds(60))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
        #expect(bench.times("down") == [.seconds(10), .seconds(11)])
        #expect(bench.outputs.isOn("up") == true)
    }

    @Test("What is to be done after a wait takes no end away until it is done")
    func claimed() throws {
        let bench = try OutputBench([
            output("valve"), output("down"), output("pump") { $0.cooldown = .seconds(99) },
        ])
        _ = bench.outputs.perform(water, for: "water", at: .seconds(10))
        _ = bench.outputs.perform(
            [.wait(.seconds(1)), .set("pump", true), .set("valve", true)], for: "pump", at: .seconds(11))
        bench.pass(to: .seconds(60))
        #expect(bench.times("pump").isEmpty)
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
    }

    @Test("A command that is said again begins anew, also what it toggles after a wait")
    func again() throws {
        let bench = try OutputBench([output("horn"), output("gate")])
        for time in [Duration.seconds(10), .milliseconds(10_500)] {
            bench.perform(
                .onFor("horn", .milliseconds(300)), .wait(.seconds(1)), .toggle("gate"), at: time)
        }
        bench.pass(to: .seconds(60))
        #expect(bench.times("gate") == [.milliseconds(11_500)])
    }

    @Test("After a refusal a sequence also toggles off, and ends, what it switched on")
    func broken() throws {
        let bench = try OutputBench([
            output("valve"), output("fan"), output("pump") { $0.cooldown = .seconds(99) },
        ])
        bench.perform(
            .set("valve", true), .set("fan", true), .wait(.seconds(3)), .set("pump", true), .toggle("valve"),
            .onFor("fan", .seconds(5)), at: .seconds(10))
        bench.pass(to: .seconds(60))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
        #expect(bench.times("fan") == [.seconds(10), .seconds(18)])
    }

    @Test("What a command leaves that is said anew is its own, and not what one before it is to switch off")
    func abandoned() throws {
        let bench = try OutputBench([output("valve"), output("down")])
        _ = bench.outputs.perform(water, for: "water", at: .seconds(10))
        _ = bench.outputs.perform([.wait(.seconds(1))] + water, for: "water", at: .seconds(11))
        bench.outputs.abandon("water")
        bench.pass(to: .seconds(60))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
    }

    @Test("In a fault, an output that is kept still goes off when it was to, and may be switched off")
    func keptInFault() throws {
        let keep = { (options: inout OutputOptions) in options.atFault = .keep }
        let bench = try OutputBench([output("valve", keep), output("down", keep), output("lamp", keep)])
        bench.perform(.set("lamp", true), at: .seconds(1))
        _ = bench.outputs.perform(water + [.set("down", true)], for: "water", at: .seconds(10))
        _ = bench.outputs.makeSafe(for: .fault, at: .seconds(11))
        bench.perform(.set("lamp", false), at: .seconds(12))
        bench.pass(to: .seconds(20))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
        #expect(bench.times("lamp") == [.seconds(1), .seconds(12)])
        #expect(bench.times("down").isEmpty)
    }

    @Test("Outputs that stay still go off when another one of their sequence is removed")
    func adopted() throws {
        let options = [output("valve"), output("down")]
        let bench = try OutputBench(options)
        _ = bench.outputs.perform(water, for: "water", at: .seconds(10))
        _ = bench.outputs.adopt([options[0]], [:], at: .seconds(11))
        bench.pass(to: .seconds(20))
        #expect(bench.times("valve") == [.seconds(10), .seconds(13)])
    }
}

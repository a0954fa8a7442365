import GPIO
import Glibc
import Platform
import Testing

@testable import Appliance

/// What the lines did, as their histories tell: nothing here asks the controller.
private struct Record {
    let chip: SimulatedChip

    /// When an output was on, and whether each stretch has ended.
    func stretches(_ options: OutputOptions, until end: Duration) -> [(
        isOn: Bool, from: Duration, to: Duration
    )] {
        let history = chip.history(of: options.name)
        return zip(history, history.dropFirst().map(\.at) + [end]).map { change, to in
            (change.isHigh != options.isActiveLow, change.at, to)
        }
    }
}

@Suite struct OutputSafetyTests {
    /// Five outputs with random rules, two or three of them in one group.
    private func makeOptions(_ random: inout SeededGenerator) -> [OutputOptions] {
        (0..<5).map { i in
            var options = OutputOptions(name: "out\(i)", line: .named("out\(i)"))
            options.isActiveLow = .random(using: &random)
            if i < 3 { options.interlock = "group" }
            if .random(using: &random) {
                options.minDwell = .milliseconds(.random(in: 1...3000, using: &random))
            }
            if .random(using: &random) {
                options.cooldown = .milliseconds(.random(in: 1...5000, using: &random))
            }
            if .random(using: &random) {
                options.maxOn = options.minDwell + .milliseconds(.random(in: 10...8000, using: &random))
            }
            // What has a limit, or others that it excludes, may not be on at a fault.
            let mayBeOn = options.interlock == nil && options.maxOn == nil
            options.atFault = (mayBeOn ? [.off, .on, .keep] : [.off, .keep]).randomElement(using: &random)!
            return options
        }
    }

    private func makeCommands(_ random: inout SeededGenerator) -> [OutputCommand] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let name = "out\(Int.random(in: 0..<5, using: &random))"
            let span = Duration.milliseconds(.random(in: 1...9000, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return .set(name, .random(using: &random))
            case 1: return .set(name, true)
            case 2: return .toggle(name)
            case 3: return .onFor(name, span)
            default: return .wait(.milliseconds(.random(in: 0...2000, using: &random)))
            }
        }
    }

    /// Two hundred command lists at random moments; returns the end.
    ///
    /// - Parameter lateness: how late, at most, the controller is called.
    private func run(
        _ outputs: OutputController, _ random: inout SeededGenerator, lateness: Duration,
        meddle: (Duration, inout SeededGenerator) -> Void = { _, _ in }
    ) -> Duration {
        var now = Duration.zero
        for _ in 0..<200 {
            let next = now + .milliseconds(.random(in: 0...4000, using: &random))
            while let deadline = outputs.nextDeadline, deadline <= next {
                let late = lateness * Double.random(in: 0...1, using: &random)
                now = max(now, min(next, deadline + late))
                _ = outputs.advance(to: now)
            }
            now = next
            meddle(now, &random)
            _ = outputs.perform(makeCommands(&random), for: "random", at: now)
        }
        return now
    }

    @Test("No commands, in no order, break max_on, min_dwell, cooldown or the interlock", arguments: 0..<100)
    func commands(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let options = makeOptions(&random)
        let chip = SimulatedChip(lines: options.map(\.name))
        let outputs = try OutputController(options, on: Pinout(chips: [chip]), at: .zero)
        // Half the runs call the controller up to 20 ms late, as a busy machine does.
        let lateness = seed % 2 == 0 ? Duration.zero : .milliseconds(20)
        let end = run(outputs, &random, lateness: lateness)
        let record = Record(chip: chip)
        var switchings = 0
        for option in options {
            let stretches = record.stretches(option, until: end)
            switchings += stretches.count - 1
            for (i, stretch) in stretches.enumerated() {
                let length = stretch.to - stretch.from
                if stretch.isOn, let maxOn = option.maxOn { #expect(length <= maxOn + lateness) }
                guard i < stretches.count - 1 else { continue }
                #expect(length >= option.minDwell)
                if !stretch.isOn { #expect(length >= option.cooldown) }
            }
        }
        expectInterlock(options, record, until: end)
        // It must also have done something, or the rules hold for nothing.
        #expect(switchings > 20)
    }

    @Test(
        "Nor do faults, recoveries and lines that fail let two of a group be on, and during a fault nothing goes on that is not to",
        arguments: 0..<50)
    func faults(seed: UInt64) throws {
        var random = SeededGenerator(seed: 1_000_000 + seed)
        let options = makeOptions(&random)
        let chip = SimulatedChip(lines: options.map(\.name))
        let outputs = try OutputController(options, on: Pinout(chips: [chip]), at: .zero)
        var faults: [(from: Duration, to: Duration)] = []
        var isFault = false
        let end = run(outputs, &random, lateness: .milliseconds(20)) { now, random in
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                _ = outputs.makeSafe(for: .fault, at: now)
                if !isFault { faults.append((now, .seconds(1_000_000))) }
                isFault = true
            case 1, 2:
                outputs.resume(at: now)
                if isFault { faults[faults.count - 1].to = now }
                isFault = false
            case 3: chip.failWrites(to: "out\(Int.random(in: 0..<5, using: &random))", errno: EIO)
            case 4, 5: for option in options { chip.failWrites(to: option.name, errno: nil) }
            default: break
            }
        }
        expectInterlock(options, Record(chip: chip), until: end)
        for option in options where option.atFault != .on {
            for stretch in Record(chip: chip).stretches(option, until: end) where stretch.isOn {
                #expect(!faults.contains { $0.from < stretch.from && stretch.from < $0.to })
            }
        }
        // Whatever was before, the end is safe.
        for option in options { chip.failWrites(to: option.name, errno: nil) }
        _ = outputs.makeSafe(at: end)
        #expect(options.allSatisfy { chip.isHigh($0.name) == $0.isActiveLow })
    }

    /// Never two on, and time for a contact to open in between.
    private func expectInterlock(_ options: [OutputOptions], _ record: Record, until end: Duration) {
        let onTimes = options.prefix(3).map { record.stretches($0, until: end).filter(\.isOn) }
        for i in 0..<3 {
            for j in (i + 1)..<3 {
                for a in onTimes[i] {
                    for b in onTimes[j] {
                        let gap = max(b.from - a.to, a.from - b.to)
                        #expect(gap >= OutputController.deadTime)
                    }
                }
            }
        }
    }
}

import GPIO
import Platform

@testable import Appliance

/// A controller over a simulated chip whose lines are named as its outputs.
struct OutputBench {
    let chip: SimulatedChip
    let outputs: OutputController

    init(_ options: [OutputOptions]) throws {
        chip = SimulatedChip(lines: options.map(\.name))
        outputs = try OutputController(options, on: Pinout(chips: [chip]), at: .zero)
    }

    /// Calls the controller whenever it asks to be called, up to `time`.
    @discardableResult
    func pass(to time: Duration) -> [OutputReport] {
        var reports: [OutputReport] = []
        while let next = outputs.nextDeadline, next <= time { reports += outputs.advance(to: next) }
        return reports + outputs.advance(to: time)
    }

    @discardableResult
    func perform(_ commands: OutputCommand..., at time: Duration) -> [OutputReport] {
        pass(to: time) + outputs.perform(commands, for: "test", at: time)
    }

    /// When the line went on and off, after its first level.
    func times(_ name: String) -> [Duration] { chip.history(of: name).dropFirst().map(\.at) }
}

import GPIO
import Interpretation

/// A command done once, on lines that are nowhere, with outputs that have rested: what its own steps make impossible for one
/// another is refused there as it would always be.
struct OutputRehearsal {
    private let outputs: OutputController
    /// Later than any output rests after the start.
    private static let start = Duration.seconds(48 * 3600)

    /// Nil for steps that depend on what is said.
    init?(_ steps: [OutputStep], of options: [OutputOptions]) {
        guard steps.allSatisfy({ $0.slot == nil }) else { return nil }
        let touched = Set(steps.compactMap(\.output))
        let options = options.filter { touched.contains($0.name) }.map { option in
            var option = option
            option.line = .named(option.name)
            option.isOnInitially = false
            return option
        }
        let pinout = Pinout(chips: [SimulatedChip(lines: options.map(\.name))])
        guard let outputs = try? OutputController(options, on: pinout, at: .zero) else { return nil }
        self.outputs = outputs
    }

    /// Does the steps, and all that comes of them.
    func reports(of steps: [OutputStep]) -> [OutputReport] {
        let nothing = Command(name: "", slots: [:], score: 1, text: "")
        var reports = outputs.perform(steps.map { $0.resolved(with: nothing) }, for: "", at: Self.start)
        while let next = outputs.nextDeadline { reports += outputs.advance(to: next) }
        return reports
    }
}

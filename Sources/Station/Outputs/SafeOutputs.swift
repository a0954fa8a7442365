import Board

/// Drives every output to the level it has at exit, and keeps it driven: for the time when no appliance does.
///
/// A released line is not safe: what it does then is up to the chip (`ReleaseBehaviour`). So after a crash, or a kill
/// by the watchdog, this takes the lines and holds them until the appliance takes them back.
///
///     let safe = SafeOutputs(configuration.outputs, on: pinout)
///     for result in safe.results { print(result) }
///     // hold on to `safe` as long as the lines are to be driven
public final class SafeOutputs {
    /// What the holder calls itself, so that `earshot pins` and the error of a taken line tell it from the appliance.
    public static let consumer = "earshot-safe"

    /// What became of one output.
    public struct Result: Sendable, Hashable, CustomStringConvertible {
        public var output: String
        public var isOn: Bool
        /// Why it is not driven by us; nil if it is.
        public var error: BoardError?

        public var description: String {
            let level = isOn ? "on" : "off"
            return error.map { "\(output) is not safe: \($0)" } ?? "\(output) is driven \(level) and held"
        }
    }

    public private(set) var results: [Result] = []
    private var lines: [any OutputLine] = []

    /// Takes every line it can get; one that fails does not keep it from the next.
    public init(_ options: [OutputOptions], on pinout: Pinout) {
        for option in options {
            var result = Result(output: option.name, isOn: option.isOnAtExit)
            do throws(BoardError) {
                lines.append(
                    try pinout.output(
                        option.line, isActiveLow: option.isActiveLow, initially: option.isOnAtExit,
                        consumer: Self.consumer))
            } catch {
                result.error = error
            }
            results.append(result)
        }
    }

    /// Whether every output is driven by this.
    public var isComplete: Bool { results.allSatisfy { $0.error == nil } }

    /// Gives the lines back.
    public func release() {
        for line in lines { line.release() }
        lines = []
    }
}

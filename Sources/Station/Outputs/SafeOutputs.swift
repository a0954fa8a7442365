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
            return error.map { "\(output) is not safe: \($0)" } ?? "\(output) is driven \(level)"
        }
    }

    /// What became of every output, in the order of the configuration.
    public private(set) var results: [Result]

    private let options: [OutputOptions]
    private let pinout: Pinout
    private var lines: [any OutputLine] = []

    /// Takes every line it can get; one that fails does not keep it from the next.
    public init(_ options: [OutputOptions], on pinout: Pinout) {
        self.options = options
        self.pinout = pinout
        results = options.map { Result(output: $0.name, isOn: $0.isOnAtExit) }
        for i in options.indices { take(i) }
    }

    /// Tries again for the lines that were not to be had, such as those a dying appliance still held.
    ///
    /// - Returns: What became of those that it took.
    public func takeMissing() -> [Result] {
        let missing = results.indices.filter { results[$0].error != nil }
        for i in missing { take(i) }
        return missing.map { results[$0] }.filter { $0.error == nil }
    }

    private func take(_ i: Int) {
        do throws(BoardError) {
            lines.append(
                try pinout.output(
                    options[i].line, isActiveLow: options[i].isActiveLow, initially: options[i].isOnAtExit,
                    consumer: Self.consumer))
            results[i].error = nil
        } catch {
            results[i].error = error
        }
    }

    /// Whether every output is driven by this.
    public var isComplete: Bool { results.allSatisfy { $0.error == nil } }

    /// Gives the lines back, to whatever the chip then makes of them.
    public func release() {
        for line in lines { line.release() }
        lines = []
    }
}

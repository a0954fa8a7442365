import Appliance
import Capture
import Console
import Platform

extension Arguments {
    /// What `--input` and `--fast` ask to be heard; nil is the configured microphone.
    func input() throws(UsageError) -> AudioInput? {
        let pace: AudioInput.Pace = has("--fast") ? .asFastAsPossible : .realTime
        switch value("--input") {
        case "-": return .standardInput(.recognition, pace: pace)
        case let path?: return .file(path: path, pace: pace)
        case nil where has("--fast"):
            throw UsageError("--fast needs --input: a microphone cannot be hurried")
        case nil: return nil
        }
    }

    /// Makes what hears `--input`.
    ///
    /// - Throws: `InputError` for a recording that cannot be read, and what `open` throws.
    func opening<Hearer>(_ open: () throws -> Hearer) throws -> Hearer {
        do {
            return try open()
        } catch ApplianceError.unreadable(let message) {
            throw InputError("--input: \(message)")
        }
    }
}

extension Arguments {
    /// The configuration file after `--config`, for a command that takes other words alone.
    ///
    /// - Parameter count: How many of them there are to be.
    func configuration(besides count: Int) throws(UsageError) -> String {
        if let path = value("--config") { return path }
        throw UsageError(
            positionals.count > count
                ? "write '--config \(positionals[count].asShellWord)'" : "--config FILE is missing")
    }

    /// The pins that `--board` asks for.
    func board() throws(UsageError) -> Appliance.Options.Board {
        switch value("--board") {
        case nil: .system
        case "simulated": .simulated
        case let other?: throw UsageError("--board can be 'simulated', not '\(other)'")
        }
    }

    /// The configuration file: after `--config`, or alone.
    func configuration() throws(UsageError) -> String {
        switch (value("--config"), positionals.count) {
        case (let path?, 0): return path
        case (nil, 1): return positionals[0]
        case (nil, 0): throw UsageError("name a configuration file")
        default: throw UsageError("name one configuration file, and nothing besides")
        }
    }
}

extension Arguments {
    /// How `--color` asks for lines of the timeline to look: in colour on a terminal that knows it, unless NO_COLOR is set.
    func style() throws(UsageError) -> Terminal.Style {
        switch value("--color") ?? "auto" {
        case "always": return Timeline.colored
        case "never": return .plain
        case "auto":
            let isPlain =
                Environment.value("NO_COLOR") != nil || (Environment.value("TERM") ?? "dumb") == "dumb"
            return Terminal.isWatched && !isPlain ? Timeline.colored : .plain
        case let other: throw UsageError("--color can be always, never or auto, not '\(other)'")
        }
    }
}

import Appliance
import Capture

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

    /// Makes what hears `--input`: a recording that cannot be read is a mistake of the command line.
    func opening<Hearer>(_ open: () throws -> Hearer) throws -> Hearer {
        do {
            return try open()
        } catch ApplianceError.unreadable(let message) {
            throw UsageError("--input: \(message)")
        }
    }
}

extension Arguments {
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

import Appliance
import Evaluation

/// How the program ends: the numbers of BSD's sysexits.h, so that scripts can tell mistakes from failures.
enum ExitStatus: Int32 {
    case success = 0
    /// Some of the work failed; what is wrong with it is on standard error.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// A recording, manifest or script that the command line names cannot be read, or is not what it should be.
    case input = 66
    /// Something the work needs is missing, and is not waited for: a pin, a model.
    case unavailable = 69
    /// The configuration has mistakes, or cannot be read: waiting does not mend that.
    case configuration = 78
}

extension ExitStatus {
    init(_ error: ApplianceError) {
        self =
            switch error {
            case .configuration, .unreadable: .configuration
            case .script: .input
            case .unavailable: .unavailable
            }
    }

    init(_ error: EvaluationError) {
        self =
            switch error {
            case .manifest, .line, .lines, .recording: .input
            case .unwritable: .failure
            }
    }

    /// How a command ends that heard everything there was to hear; says why if that was not the whole of it. On a terminal the
    /// events have said so already.
    init(_ summary: ApplianceEvent.Summary) {
        if let reason = summary.breakOff, !Terminal.isWatched { Terminal.report(reason) }
        self = summary.breakOff == nil ? .success : .failure
    }
}

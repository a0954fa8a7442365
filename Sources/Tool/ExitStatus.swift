import Appliance

/// How the program ends: the numbers of BSD's sysexits.h, so that scripts can tell mistakes from failures.
enum ExitStatus: Int32 {
    case success = 0
    /// Some of the work failed; what is wrong with it is on standard error.
    case failure = 1
    /// The command line is wrong, or the recording or script that it names cannot be read.
    case usage = 64
    /// Something the work needs is missing, and is not waited for: a pin, a model.
    case unavailable = 69
    /// The configuration or a script has mistakes, or the configuration cannot be read: waiting does not mend that.
    case configuration = 78
}

extension ExitStatus {
    init(_ error: ApplianceError) {
        self =
            switch error {
            case .configuration, .script, .unreadable: .configuration
            case .unavailable: .unavailable
            }
    }

    /// How a command ends that heard everything there was to hear; says why if that was not the whole of it.
    init(_ summary: ApplianceEvent.Summary) {
        if let reason = summary.breakOff { Terminal.report(reason) }
        self = summary.breakOff == nil ? .success : .failure
    }
}

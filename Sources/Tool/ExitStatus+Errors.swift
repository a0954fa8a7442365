import Appliance
import Console
import Evaluation

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

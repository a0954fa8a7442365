extension ApplianceConfiguration {
    /// A step that its own command leaves no room for, whenever it is said: from ``vainSteps``.
    package struct VainStep: Sendable, Hashable {
        /// Why nothing comes of it.
        package enum Reason: Sendable, Hashable {
            /// The output went off just before, and rests.
            case rests
            /// Another output of the same interlock is on.
            case interlocked(with: String)
            /// It goes on, and off at the same instant for another of its interlock.
            case replaced(by: String)
            /// It would be on for longer than its `max_on`, with the time before.
            case exceedsMaxOn
        }

        /// The command's name.
        package var command: String
        /// The output's name.
        package var output: String
        /// Why.
        package var reason: Reason
    }

    /// Steps that their own commands leave no room for, in the order of the file. What is left to what is said is not looked at.
    package var vainSteps: [VainStep] {
        commands.flatMap { command -> [VainStep] in
            guard let reports = OutputRehearsal(command.steps, of: outputs)?.reports(of: command.steps) else {
                return []
            }
            var beginnings: [String: Duration] = [:]
            return reports.compactMap { report in
                if case .changed(let change) = report, change.isOn { beginnings[change.name] = change.at }
                return Self.vain(report, beginnings).map { output, reason in
                    VainStep(command: command.name, output: output, reason: reason)
                }
            }
        }
    }

    /// - Parameter beginnings: when each output went on.
    private static func vain(
        _ report: OutputReport, _ beginnings: [String: Duration]
    ) -> (output: String, reason: VainStep.Reason)? {
        switch report {
        case .changed(let change):
            guard case .interlock(let other) = change.reason, beginnings[change.name] == change.at else {
                return nil
            }
            return (change.name, .replaced(by: other))
        case .refused(let refusal):
            switch refusal.reason {
            case .resting, .restingSinceStart: return (refusal.name, .rests)
            case .interlocked(let other, _), .interlockWon(let other):
                return (refusal.name, .interlocked(with: other))
            case .exceedsMaxOn: return (refusal.name, .exceedsMaxOn)
            // Mistakes of the configuration, or what follows a refusal.
            default: return nil
            }
        case .deferred, .failed: return nil
        }
    }
}

import Interpretation
import Platform

/// What commands do with the outputs, and what is told of these.
extension Appliance {
    /// While "stop" cannot be heard, outputs have their configured fault levels.
    func guardOutputs(_ before: ApplianceState, _ after: ApplianceState) {
        switch (before.isDeaf, after.isDeaf) {
        case (false, true): note(devices.outputs.makeSafe(for: .fault, at: outputTime))
        case (true, false): devices.outputs.resume(at: outputTime)
        default: break
        }
    }

    /// Nobody is asked about what would be refused after a yes, unless it takes the place of a question.
    ///
    /// - Returns: why it would be; nil if it may be done.
    func refuseImpossible(_ command: Command) -> String? {
        guard !machine.hasQuestion,
            let refusal = devices.outputs.impossibility(of: steps(of: command), for: command.name)
        else { return nil }
        unfinished = nil
        note([refusal])
        return refusal.problem
    }

    private func steps(of command: Command) -> [OutputCommand] {
        configuration.options(of: command)?.steps.map { $0.resolved(with: command) } ?? []
    }

    /// - Returns: why its outputs stay as they are; nil if one does not, or there is nothing to do.
    func perform(_ command: Command) -> String? {
        reporter.summary.commands += 1
        emit(.command(command))
        let steps = steps(of: command)
        guard !steps.isEmpty else {
            // A command that is only an event is answered by the event.
            if command.name == unfinished?.command.name { unfinished?.isDone = true }
            noteResponse()
            return nil
        }
        let reports = devices.outputs.perform(steps, for: command.name, at: outputTime)
        note(reports)
        // Of one that begins with a wait, the answer is that the wait has begun.
        if devices.outputs.isUnderWay(command.name) { noteResponse() }
        let problems = reports.compactMap(\.problem)
        let isInVain = problems.count == reports.count && !devices.outputs.isUnderWay(command.name)
        return isInVain ? problems.first : nil
    }

    /// Takes the time from the end of the last word to now, once a command.
    private func noteResponse() {
        guard let response = utterance.takeResponse(at: clock.present) else { return }
        reporter.summary.responses.append(response)
        reporter.counters.response.add(response)
    }

    /// Reports outputs that changed, and takes the response time of the first.
    func note(_ results: [OutputReport]) {
        for result in results {
            switch result {
            case .changed(let change):
                // What another output does by its own rules answers nobody.
                if case .command(let name) = change.reason {
                    if name == unfinished?.command.name { unfinished?.isDone = true }
                    noteResponse()
                }
                emit(.output(name: change.name, on: change.isOn, reason: change.reason.description))
            case .refused(let refusal):
                emit(.warning("\(refusal)"))
            case .deferred(let deferral):
                Log.info("\(deferral)", from: "outputs")
            case .failed(let output, let error):
                emit(.warning("output '\(output)' does not obey: \(error)"))
            }
        }
    }
}

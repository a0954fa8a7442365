import Appliance
import Diagnosis
import EventSocket
import Interpretation
import Platform

/// Hears one command, or one sentence of free text, for `earshot doctor --listen`.
enum SpokenTest {
    private static let patience = Duration.seconds(20)

    /// Listens by a configuration, moves nothing, and writes nothing down.
    ///
    /// - Returns: Nil when somebody else raised `stop`.
    static func listen(by configuration: ApplianceConfiguration, until stop: StopSignal)
        -> SpokenCheck.Outcome?
    {
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        var witness = SpokenWitness(isOfText: configuration.recognize == .dictation, isToldWords: true)
        var outcome: SpokenCheck.Outcome?
        var isOver = false
        func end() {
            isOver = true
            stop.raise()
        }
        do throws(ApplianceError) {
            let appliance = try Appliance(configuration.doingNothing(), options: options) { event in
                guard outcome == nil, let found = witness.outcome(of: event.json) else { return }
                outcome = found
                end()
            }
            _ = try appliance.run(until: stop) { heard in if heard >= patience { end() } }
        } catch {
            return .failed("\(error)")
        }
        return stop.isRaised && !isOver ? nil : (outcome ?? witness.end).inWords
    }

    /// Waits for what a running appliance hears.
    ///
    /// - Parameter status: How it is, from its socket.
    /// - Returns: Nil when `stop` was raised.
    static func overhear(
        at socket: String, _ status: ApplianceStatus, until stop: StopSignal
    ) -> SpokenCheck.Outcome? {
        let witness = SpokenWitness(isOfText: status.commands.isEmpty, isToldWords: status.allows.words)
        do throws(EventSocketError) {
            return try overhear(SocketClient(at: socket), witness, until: stop)
        } catch {
            return .failed("\(error)")
        }
    }

    private static func overhear(
        _ client: SocketClient, _ witness: SpokenWitness, until stop: StopSignal
    ) throws(EventSocketError) -> SpokenCheck.Outcome? {
        var witness = witness
        let clock = MonotonicClock()
        let end = clock.now + patience
        while clock.now < end, !stop.isRaised {
            guard let line = try client.nextLine() else {
                Descriptors.waitUntilReadable(
                    [client.descriptor, stop.descriptor], within: .milliseconds(200))
                continue
            }
            if let outcome = witness.outcome(of: line) { return outcome.inWords }
        }
        return stop.isRaised ? nil : witness.end.inWords
    }
}

extension SpokenCheck.Outcome {
    /// The same with the reason of a refusal as people are told it.
    fileprivate var inWords: Self {
        guard case .refused(let reason) = self else { return self }
        return .refused(Rejection.Reason(rawValue: reason)?.explanation ?? reason)
    }
}

import Appliance
import Diagnosis
import EventSocket
import FoundationEssentials
import Interpretation
import Platform

/// Hears one command for `earshot doctor --listen`.
enum SpokenTest {
    private static let patience = Duration.seconds(20)

    /// Listens by a configuration, and moves nothing.
    ///
    /// - Returns: Nil when somebody else raised `stop`.
    static func listen(by configuration: ApplianceConfiguration, until stop: StopSignal)
        -> SpokenCheck.Outcome?
    {
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        var outcome = SpokenCheck.Outcome.nothing
        var isOver = false
        func end() {
            isOver = true
            stop.raise()
        }
        do throws(ApplianceError) {
            let appliance = try Appliance(configuration.doingNothing(), options: options) { event in
                switch event.kind {
                case .command(let command):
                    outcome = .understood(command.name, score: command.score)
                    end()
                case .rejected(let rejection) where rejection.nearest != nil:
                    outcome = .refused(rejection.reason.explanation)
                    end()
                case .availability(false, _, _): end()
                default: break
                }
            }
            _ = try appliance.run(until: stop) { heard in if heard >= patience { end() } }
        } catch {
            return .failed("\(error)")
        }
        return stop.isRaised && !isOver ? nil : outcome
    }

    /// Waits for what a running appliance hears.
    ///
    /// - Returns: Nil when `stop` was raised.
    static func overhear(at socket: String, until stop: StopSignal) -> SpokenCheck.Outcome? {
        do throws(EventSocketError) {
            return try overhear(SocketClient(at: socket), until: stop)
        } catch {
            return .failed("\(error)")
        }
    }

    private static func overhear(
        _ client: SocketClient, until stop: StopSignal
    ) throws(EventSocketError) -> SpokenCheck.Outcome? {
        let clock = MonotonicClock()
        let end = clock.now + patience
        while clock.now < end, !stop.isRaised {
            guard let line = try client.nextLine() else {
                Descriptors.waitUntilReadable(
                    [client.descriptor, stop.descriptor], within: .milliseconds(200))
                continue
            }
            guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { continue }
            switch (event.event, event.name, event.reason) {
            case ("command", let name?, _): return .understood(name, score: event.score ?? 0)
            case ("rejected", _, let reason?) where event.nearest != nil:
                return .refused(Rejection.Reason(rawValue: reason)?.explanation ?? reason)
            default: continue
            }
        }
        return stop.isRaised ? nil : .nothing
    }

    private struct Event: Decodable {
        var event: String
        var name: String?
        var reason: String?
        var nearest: String?
        var score: Double?
    }
}

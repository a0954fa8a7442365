import Platform

/// How an appliance is at a moment: what its socket tells whoever asks, and whoever connects.
///
/// ```swift
/// let status = try JSONDecoder().decode(ApplianceStatus.self, from: line)
/// print(status.state, status.outputs.filter { $0.isOn == true }.map(\.name))
/// ```
package struct ApplianceStatus: Sendable, Hashable, Codable {
    private enum CodingKeys: String, CodingKey {
        case state, configuration, muted, microphone, lights, outputs, question, counters
    }

    /// The microphone, or what stands in for it.
    package struct Microphone: Sendable, Hashable, Codable {
        /// Whether it can be heard.
        package var available = false
        /// What it is called.
        package var source = ""
        /// Why it cannot be heard; nil if it can.
        package var reason: String?
        /// What is wrong with the sound: `silent`, `overdriven`, or `muted` by the mixer; nil if nothing is.
        package var problem: String?
        /// What the device was opened with, in Hz; nil before.
        package var rate: Int?
        /// The quietest moment and the largest sample of the last ten seconds, in dBFS; nil before there were any.
        package var floor: Double?
        package var peak: Double?
    }

    /// A light and the name of its pattern.
    package struct LightStatus: Sendable, Hashable, Codable {
        package var name: String
        package var pattern: String
    }

    /// An output and its level.
    package struct OutputStatus: Sendable, Hashable, Codable {
        private enum CodingKeys: String, CodingKey { case name, isOn = "on" }

        package var name: String
        /// Nil while its line does not obey.
        package var isOn: Bool?
    }

    /// As `state` events have it.
    package var state = ApplianceState.starting.rawValue
    /// The file that it works by.
    package var configuration: String
    /// Whether it was muted by request; by its switch it is in the state `muted` alone.
    package var muted = false
    package var microphone = Microphone()
    package var lights: [LightStatus]
    package var outputs: [OutputStatus]
    /// The command that waits for a yes; nil if none does.
    package var question: String?
    package var counters = ApplianceCounters()

    /// As it is before anything has happened.
    init(_ configuration: ApplianceConfiguration) {
        self.configuration = configuration.path
        lights = Light.allCases.filter { configuration.lights[$0] != nil }
            .map { LightStatus(name: $0.rawValue, pattern: "off") }
        outputs = configuration.outputs.map { OutputStatus(name: $0.name, isOn: $0.isOnInitially) }
    }

    /// It goes on by another configuration; what both have is as it was.
    mutating func adopt(_ configuration: ApplianceConfiguration) {
        var new = ApplianceStatus(configuration)
        for index in new.lights.indices {
            guard let old = lights.first(where: { $0.name == new.lights[index].name }) else { continue }
            new.lights[index] = old
        }
        lights = new.lights
        outputs = new.outputs
    }

    /// Takes notice of what happens.
    mutating func note(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .state(let state): self.state = state.rawValue
        case .led(let name, _, let pattern):
            if let index = lights.firstIndex(where: { $0.name == name }) { lights[index].pattern = pattern }
        case .availability(let available, let source, let reason):
            microphone = Microphone(
                available: available, source: source, reason: available ? nil : reason)
        case .confirm(let command, let outcome, _): question = outcome == .asked ? command : nil
        default: break
        }
    }
}

/// The status as a line that is told by itself: `{"event":"status",…}`.
struct StatusLine: Encodable {
    private enum CodingKeys: String, CodingKey { case v, t, event, status }

    var v = ApplianceEvent.formatVersion
    /// The moment, in seconds of the capture clock.
    var t: Double
    var event = "status"
    var status: ApplianceStatus

    init(_ status: ApplianceStatus, at time: Duration) {
        t = time.seconds.rounded(toPlaces: 6)
        self.status = status
    }
}

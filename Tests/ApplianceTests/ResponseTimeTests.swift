import Capture
import Configuration
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

@Suite("The time from the end of the last word to the pin")
struct ResponseTimeTests {
    @Test(
        "A command that is understood after the sound has stalled is timed by the clock that it is told of by"
    )
    func stalled() throws {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: always
                    limits: { endpointing: plain, pause: 200ms }
                    outputs: { lamp: GPIO22 }
                    commands:
                      lamp: { say: lamp on, do: { output: lamp, set: on } }
                    """, name: "stalled.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = .device(DeviceOptions())
        let stop = try StopSignal()
        let room = try StallingRoom(SyntheticAudio(speechAt: [0.5..<1.0], length: 1.5))
        var events: [ApplianceEvent] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: ScriptedSearch([.words("lamp on")], latency: 100)),
            loudspeaker: SilentLoudspeaker(),
            observer: { event in
                events.append(event)
                if case .output("lamp", true, _) = event.kind { stop.raise() }
            },
            openSound: { room })
        appliance.clock = ApplianceClock(source: room.machineClock)
        let summary = try appliance.run(until: stop)

        let lit = events.compactMap { event in
            if case .output("lamp", true, _) = event.kind { event.time } else { nil }
        }
        let time = try #require(lit.first)
        #expect(time > .milliseconds(1_500), "the sound had stalled before")
        let response = try #require(summary.responses.first)
        // The room's clock goes on by 10 ms with each look at it. The search has words until 1.2 s, of which the last 0.2 are silent.
        let spoken = time - response
        #expect((.milliseconds(985) ... .milliseconds(1020)).contains(spoken), "\(spoken)")
    }
}

/// A microphone that gives nothing more once the room's sound is over, while time goes on.
private final class StallingRoom: CaptureFeed {
    let machineClock = DrivenClock()

    private let room: SyntheticAudio
    private var hasStalled = false
    /// Readable at all times, so that nobody sleeps for it.
    private let ready: StopSignal

    init(_ room: SyntheticAudio) throws {
        self.room = room
        ready = try StopSignal()
        ready.raise()
    }

    var wakeDescriptor: Int32 { ready.descriptor }
    func start() {}
    func stop() {}

    func next() -> CaptureItem? {
        machineClock.advance(by: .milliseconds(10))
        guard !hasStalled, let item = room.next() else { return nil }
        if case .end = item { hasStalled = true }
        return hasStalled ? nil : item
    }
}

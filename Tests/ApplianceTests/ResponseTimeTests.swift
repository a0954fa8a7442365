import Capture
import Configuration
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

@Suite("The time from the last word to the pin")
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

        let words = events.compactMap { event in
            if case .final(let transcript) = event.kind { transcript.segments.last?.end } else { nil }
        }
        let lit = events.compactMap { event in
            if case .output("lamp", true, _) = event.kind { event.time } else { nil }
        }
        let (end, time) = (try #require(words.first), try #require(lit.first))
        #expect(time > .milliseconds(1_500), "the sound had stalled before")
        let response = try #require(summary.responses.first)
        // The room's clock goes on by 10 ms with each look at it.
        #expect((.zero ... .milliseconds(10)).contains(response - (time - end)))
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

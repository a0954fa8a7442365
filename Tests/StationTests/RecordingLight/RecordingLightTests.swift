import Board
import Capture
import Journal
import Settings
import Testing

@testable import Station

/// Law: sound is kept while, and only while, the recording light is lit. The chip's record of the light's line is
/// held against the frames that the decoder was given; what the appliance thinks of itself is not asked.
@Suite struct RecordingLightTests {
    struct Case: CustomStringConvertible {
        var listen: Listen
        var mode: ButtonMode
        var isLive: Bool
        var seed: UInt64

        var description: String {
            "listen: \(listen), mode: \(mode), \(isLive ? "live" : "recorded"), seed \(seed)"
        }
    }

    static let cases = [Listen.button, .always].flatMap { listen in
        [ButtonMode.hold, .toggle, .once].flatMap { mode in
            [false, true].flatMap { isLive in
                (0..<UInt64(6)).map { Case(listen: listen, mode: mode, isLive: isLive, seed: $0 * 7919 + 1) }
            }
        }
    }

    @Test(
        "Whatever befalls it, no frame is kept in the dark, and the light is out within a period of the last")
    func lightAndFramesAgree() throws {
        var mishaps = 0
        var utterances = 0
        for run in Self.cases {
            let (feed, ledger, chip) = try play(run)
            mishaps += feed.count
            utterances += ledger.utterances
            let faults =
                ledger.faults + darkFrames(ledger, chip, run) + lateLights(ledger, chip, feed)
                + mutedFrames(ledger, feed)
            #expect(faults.isEmpty, "\(run): \(faults.count) faults, first \(faults.first ?? "")")
        }
        #expect(mishaps > 5_000 && utterances > 500, "too little happened: \(mishaps), \(utterances)")
    }

    private func play(_ run: Case) throws -> (Mishaps, FrameLedger, SimulatedChip) {
        let configuration = try Configuration(
            Document(
                text: """
                    listen: \(run.listen)
                    lights: { recording: GPIO17, ready: GPIO6 }
                    buttons:
                      talk: { line: GPIO27, mode: \(run.mode) }
                      mute: GPIO5
                    outputs: { lamp: { line: GPIO22 }, pump: { line: GPIO23 } }
                    limits: { longest: 2s, speech_within: 1s }
                    commands:
                      lamp: { say: "lamp on", do: { output: lamp, toggle: on } }
                      pump: { say: "pump on", do: { output: pump, pulse: 300ms }, confirm: button }
                    """, name: "light.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = run.isLive ? .device(DeviceOptions()) : .file(path: "test", pace: .asFastAsPossible)
        let stop = StopSignal()
        let ledger = FrameLedger(seed: run.seed, answersAtOnce: !run.isLive)
        let sound = Later()
        let appliance = try Appliance(
            configuration, options: options, decoders: Decoders(utterance: ledger, wake: nil),
            observer: { _ in }, openSound: { sound })
        let chip = try #require(appliance.fittings.simulatedChip)
        let feed = Mishaps(seed: run.seed, blocks: 1_000, chip: chip, stop: stop, isLive: run.isLive)
        sound.feed = feed
        appliance.clock = CaptureClock(source: feed.machineClock)
        _ = try appliance.run(until: stop)
        #expect(!chip.isHigh("GPIO17"), "\(run): lit at the end")
        return (feed, ledger, chip)
    }

    // MARK: - What may not be

    /// Frames that were kept after the press while the light's line was low.
    private func darkFrames(_ ledger: FrameLedger, _ chip: SimulatedChip, _ run: Case) -> [String] {
        let lit = litTimes(chip)
        // A live block has begun before the press that is noticed while it comes in.
        let slack = run.isLive ? Mishaps.period : .zero
        return ledger.entries.filter { !$0.isPreRoll && !$0.frames.isEmpty }.compactMap { entry in
            let start = Duration.frames(entry.frames.lowerBound, at: 16_000)
            let end = Duration.frames(entry.frames.upperBound, at: 16_000)
            let isLit = lit.contains { $0.from <= start + slack && $0.to >= end }
            return isLit ? nil : "kept \(start) to \(end) in the dark"
        }
    }

    /// Times when the light was lit for longer than a period after the last frame, though its line could be written.
    private func lateLights(_ ledger: FrameLedger, _ chip: SimulatedChip, _ feed: Mishaps) -> [String] {
        litTimes(chip).compactMap { lit in
            let last =
                ledger.entries.filter { !$0.isPreRoll }
                .map { Duration.frames($0.frames.upperBound, at: 16_000) }
                .filter { $0 > lit.from && $0 <= lit.to }.max() ?? lit.from
            let mended = feed.broken.filter { $0.from <= last + Mishaps.period && $0.to >= last }
                .map(\.to).max()
            let due = max(last, mended ?? .zero) + Mishaps.period
            return lit.to <= due ? nil : "lit till \(lit.to), last frame at \(last)"
        }
    }

    /// Frames that were kept, the pre-roll's too, though the mute switch was on.
    private func mutedFrames(_ ledger: FrameLedger, _ feed: Mishaps) -> [String] {
        ledger.entries.filter { !$0.frames.isEmpty }.compactMap { entry in
            let start = Duration.frames(entry.frames.lowerBound, at: 16_000)
            let end = Duration.frames(entry.frames.upperBound, at: 16_000)
            let isMuted = feed.muted.contains { muted in
                start < muted.to - Mishaps.period && end > muted.from + Mishaps.period * 2
            }
            return isMuted ? "kept \(start) to \(end), muted" : nil
        }
    }

    private func litTimes(_ chip: SimulatedChip) -> [(from: Duration, to: Duration)] {
        var times: [(from: Duration, to: Duration)] = []
        var since: Duration?
        for change in chip.history(of: "GPIO17") {
            if change.isHigh {
                since = since ?? change.at
            } else if let from = since {
                times.append((from, change.at))
                since = nil
            }
        }
        if let since { times.append((since, .seconds(1_000_000))) }
        return times
    }
}

/// Passes on to a feed that is made once the board is there.
private final class Later: SoundFeed {
    var feed: Mishaps!

    var wakeDescriptor: Int32 { feed.wakeDescriptor }
    func start() throws(CaptureError) {}
    func stop() {}
    func next() -> Delivery? { feed.next() }
}

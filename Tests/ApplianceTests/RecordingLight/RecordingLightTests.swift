import Capture
import Configuration
import Foundation
import GPIO
import Platform
import Testing

@testable import Appliance

/// Law: sound is kept while, and only while, the recording light is lit. The chip's record of the light's line is
/// held against the frames that the decoders were given; what the appliance thinks of itself is not asked.
///
/// All chance comes from one seed, 1 unless `EARSHOT_SEED` says otherwise.
@Suite struct RecordingLightTests {
    struct Case: CustomStringConvertible {
        var listen: Listen
        var mode: ButtonMode
        var isLive: Bool
        var voice: String
        /// Whether questions live to be answered.
        var isCalm: Bool
        var seed: UInt64

        var description: String {
            "listen: \(listen), mode: \(mode), \(voice), \(isLive ? "live" : "recorded"), seed \(seed)"
        }
    }

    /// What happened to one appliance, and what it did.
    private struct Run {
        var feed: FaultInjection
        var commands: FrameLedger
        var answers: FrameLedger
        var loudspeaker: LoggedLoudspeaker
        var chip: SimulatedChip
        var outcomes: [ApplianceEvent.ConfirmOutcome]

        var entries: [FrameLedger.Entry] { commands.entries + answers.entries }
    }

    static let seed = ProcessInfo.processInfo.environment["EARSHOT_SEED"].flatMap(UInt64.init) ?? 1

    private static let voices = [
        "{ say_back: off }", "{ say_back: on }", "{ say_back: on, tones: on }",
        "{ say_back: off, tones: on }",
    ]

    static let cases: [Case] = {
        var cases: [Case] = []
        for listen in [Listen.button, .always] {
            for mode in [ButtonMode.hold, .toggle, .once] {
                for isLive in [false, true] {
                    for index in 0..<12 {
                        cases.append(
                            Case(
                                listen: listen, mode: mode, isLive: isLive,
                                voice: voices[index % voices.count], isCalm: index >= 4,
                                seed: UInt64(index) * 7919 + seed))
                    }
                }
            }
        }
        return cases
    }()

    @Test(
        "Whatever happens to it, no frame is kept in the dark or of its own voice, and the light is out within a period of the last"
    )
    func lightAndFramesAgree() throws {
        var injections = 0
        var utterances = 0
        var answers = 0
        var sounds = 0
        var outcomes: [ApplianceEvent.ConfirmOutcome: Int] = [:]
        for item in Self.cases {
            let run = try play(item)
            injections += run.feed.count
            utterances += run.commands.utterances
            answers += run.answers.utterances
            sounds += run.loudspeaker.times.count
            for outcome in run.outcomes { outcomes[outcome, default: 0] += 1 }
            let faults =
                run.commands.faults + run.answers.faults + darkFrames(run, item) + lateLights(run)
                + mutedFrames(run) + overheardFrames(run, item)
            #expect(faults.isEmpty, "\(item): \(faults.count) faults, first \(faults.first ?? "")")
        }
        let endings = outcomes.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", ")
        let tally =
            "seed \(Self.seed): \(injections) presses, cancels, unplugs, kills and the like in \(Self.cases.count) runs; "
            + "\(utterances) commands, \(answers) answers, \(sounds) sounds; questions: \(endings)"
        print(tally)
        #expect(
            injections > 5_000 && utterances > 500 && answers > 50 && sounds > 500, "too little: \(tally)")
        #expect(
            Set(outcomes.keys) == [.asked, .yes, .no, .timedOut, .withdrawn],
            "questions ended in too few ways: \(tally)")
    }

    private func play(_ item: Case) throws -> Run {
        let configuration = try ApplianceConfiguration(
            Document(
                text: """
                    listen: \(item.listen)
                    voice: \(item.voice)
                    lights: { recording: GPIO17, ready: GPIO6 }
                    buttons:
                      talk: { line: GPIO27, mode: \(item.mode), cancel_after: 500ms }
                      mute: GPIO5
                    outputs: { lamp: { line: GPIO22 }, pump: { line: GPIO23 } }
                    limits: { longest: 2s, speech_within: 1s }
                    commands:
                      lamp: { say: "lamp on", do: { output: lamp, toggle: on } }
                      pump: { say: "pump on", do: { output: pump, pulse: 300ms }, confirm: button }
                      horn:
                        say: "horn on"
                        do: { output: pump, pulse: 300ms }
                        confirm: { by: voice, window: 3s }
                    """, name: "light.yaml"))
        var options = Appliance.Options()
        options.board = .simulated
        options.input = item.isLive ? .device(DeviceOptions()) : .file(path: "test", pace: .asFastAsPossible)
        let stop = try StopSignal()
        let commands = FrameLedger(
            ["lamp on", "pump on", "horn on", "horn on", "horn on", "lamp", ""], seed: item.seed,
            answersAtOnce: !item.isLive)
        let answers = FrameLedger(
            ["yes", "yes please", "no", "so", ""], seed: item.seed + 1, answersAtOnce: !item.isLive)
        let loudspeaker = LoggedLoudspeaker()
        let sound = Later()
        var outcomes: [ApplianceEvent.ConfirmOutcome] = []
        let appliance = try Appliance(
            configuration, options: options,
            decoders: Decoders(utterance: commands, wake: nil, answer: answers), loudspeaker: loudspeaker,
            observer: { if case .confirm(_, let outcome, _) = $0.kind { outcomes.append(outcome) } },
            openSound: { sound })
        let chip = try #require(appliance.devices.simulatedChip)
        let feed = try FaultInjection(
            seed: item.seed, isCalm: item.isCalm, blocks: 1_000, chip: chip, stop: stop, isLive: item.isLive)
        sound.feed = feed
        appliance.clock = ApplianceClock(source: feed.machineClock)
        _ = try appliance.run(until: stop)
        #expect(!chip.isHigh("GPIO17"), "\(item): lit at the end")
        return Run(
            feed: feed, commands: commands, answers: answers, loudspeaker: loudspeaker, chip: chip,
            outcomes: outcomes)
    }

    // MARK: - What may not be

    /// Frames that were kept after the press while the light's line was low.
    private func darkFrames(_ run: Run, _ item: Case) -> [String] {
        let lit = litTimes(run.chip)
        // A live block has begun before the press that is noticed while it comes in.
        let slack = item.isLive ? FaultInjection.period : .zero
        return run.entries.filter { !$0.isPreRoll && !$0.frames.isEmpty }.compactMap { entry in
            let (start, end) = entry.times
            let isLit = lit.contains { $0.from <= start + slack && $0.to >= end }
            return isLit ? nil : "kept \(start) to \(end) in the dark"
        }
    }

    /// Times when the light was lit for longer than a period after the last frame, though its line could be written.
    private func lateLights(_ run: Run) -> [String] {
        let ends = run.entries.filter { !$0.isPreRoll }.map(\.times.to).sorted()
        return litTimes(run.chip).compactMap { lit in
            let last = ends.last { $0 > lit.from && $0 <= lit.to } ?? lit.from
            let mended = run.feed.broken.filter { $0.from <= last + FaultInjection.period && $0.to >= last }
                .map(\.to).max()
            let due = max(last, mended ?? .zero) + FaultInjection.period
            return lit.to <= due ? nil : "lit till \(lit.to), last frame at \(last)"
        }
    }

    /// Frames that were kept, the pre-roll's too, though the mute switch was on.
    private func mutedFrames(_ run: Run) -> [String] {
        run.entries.filter { !$0.frames.isEmpty }.compactMap { entry in
            let (start, end) = entry.times
            let isMuted = run.feed.muted.contains { muted in
                start < muted.to - FaultInjection.period && end > muted.from + FaultInjection.period * 2
            }
            return isMuted ? "kept \(start) to \(end), muted" : nil
        }
    }

    /// Frames that were kept, the pre-roll's too, of what the appliance itself said.
    private func overheardFrames(_ run: Run, _ item: Case) -> [String] {
        // As above: a live block has begun before what is noticed while it comes in.
        let slack = item.isLive ? FaultInjection.period : .zero
        return run.entries.filter { !$0.frames.isEmpty }.compactMap { entry in
            let (start, end) = entry.times
            let isOverheard = run.loudspeaker.times.contains {
                start + slack < $0.to && end > $0.from + slack
            }
            return isOverheard ? "kept \(start) to \(end) of its own voice" : nil
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

extension FrameLedger.Entry {
    /// The frames on the capture clock.
    fileprivate var times: (from: Duration, to: Duration) {
        (.frames(frames.lowerBound, at: 16_000), .frames(frames.upperBound, at: 16_000))
    }
}

/// Passes on to a feed that is made once the board is there.
private final class Later: CaptureFeed {
    var feed: FaultInjection!

    var wakeDescriptor: Int32 { feed.wakeDescriptor }
    func start() throws(CaptureError) {}
    func stop() {}
    func next() -> CaptureItem? { feed.next() }
}
